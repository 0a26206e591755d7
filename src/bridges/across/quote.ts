import type { BridgeFee, BridgeRoute, BridgeTerms, FailureOutcome } from '#domain/crossing/bridge'
import { bridgeRateScale, type CrossOrder, computeBridgePayment } from '#domain/crossing/cross-order'
import { type Address, type Amount, amount, evm, million, ppm, type Seconds, seconds } from '#domain/units'

/** @throws RangeError if the rate cannot be written exactly: a difference of more than twelve decimals */
export function toBridgeTerms({ asset, toAsset }: Pick<BridgeRoute, 'asset' | 'toAsset'>, fee: BridgeFee): BridgeTerms {
  const shift = toAsset.decimals - asset.decimals
  if (shift < -12 || shift > 12) throw new RangeError(`${asset.decimals} to ${toAsset.decimals} decimals`)
  const kept = (bridgeRateScale / million) * (million - BigInt(fee.rate))
  const bridgeRate = shift < 0 ? kept / 10n ** BigInt(-shift) : kept * 10n ** BigInt(shift)
  return { bridgeRate: String(bridgeRate), bridgeFee: String(fee.fixed) }
}

/**
 * What is offered: 5 bps, which pays for the capital while the hub repays it, and the gas of the payment. A choice of
 * ours, as relayers publish no price list: with less than they want nobody pays, and the deposit is refunded.
 * @param paymentCost units of the asset paid
 */
export const offerFee = (paymentCost: Amount): BridgeFee => ({ rate: ppm(500), fixed: paymentCost })

/**
 * What Across pays for a deposit.
 * @param deposited units of the route's asset
 * @returns units of its asset there, rounded down; `undefined` if the fee takes all
 */
export function quoteBridge(route: BridgeRoute, deposited: Amount, fee: BridgeFee): Amount | undefined {
  const paid = computeBridgePayment(toBridgeTerms(route, fee), deposited)
  return paid === undefined ? undefined : amount(paid)
}

/** Who has what, where, if a crossing does not end as quoted. */
export function listFailures(
  { from, to, asset, toAsset }: BridgeRoute,
  order: Pick<CrossOrder, 'refundTo' | 'recipient' | 'receiver' | 'toDeadline'>,
): readonly FailureOutcome[] {
  const deadline: Seconds = seconds(Number(order.toDeadline))
  const owner = (text: string): Address => evm(text)
  const unpaid: FailureOutcome = {
    failure: 'nobody_pays',
    asset: asset.address,
    network: from,
    owner: owner(order.refundTo),
    from: deadline,
    isAutomatic: true,
  }
  if (order.receiver === order.recipient) return [unpaid]
  const unsold: FailureOutcome = {
    failure: 'swap_fails',
    asset: toAsset.address,
    network: to,
    owner: owner(order.recipient),
    // At once for the recipient; from the deadline on, for anyone on its behalf.
    from: seconds(0),
    isAutomatic: false,
  }
  return [unpaid, unsold]
}

import type { BridgeFee, BridgeRoute, FailureOutcome } from '#domain/crossing/bridge'
import type { CrossOrder } from '#domain/crossing/cross-order'
import { type Address, type Amount, evm, ppm, type Seconds, seconds } from '#domain/units'

/**
 * What is offered: 5 bps, which pays for the capital while the hub repays it, and the gas of the payment. A choice of
 * ours, as relayers publish no price list: with less than they want nobody pays, and the deposit is refunded.
 * @param paymentCost units of the asset paid
 */
export const offerFee = (paymentCost: Amount): BridgeFee => ({ rate: ppm(500), fixed: paymentCost })

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

/** A bridge's fee as the crossing contract computes it. */
import type { BridgeFee, BridgeRoute, BridgeTerms } from '#domain/crossing/bridge'
import { bridgeRateScale, computeBridgePayment } from '#domain/crossing/cross-order'
import { type Amount, amount, million } from '#domain/units'

/** @throws RangeError if the rate cannot be written exactly: a difference of more than twelve decimals */
export function toBridgeTerms({ asset, toAsset }: Pick<BridgeRoute, 'asset' | 'toAsset'>, fee: BridgeFee): BridgeTerms {
  const shift = toAsset.decimals - asset.decimals
  if (shift < -12 || shift > 12) throw new RangeError(`${asset.decimals} to ${toAsset.decimals} decimals`)
  const kept = (bridgeRateScale / million) * (million - BigInt(fee.rate))
  const bridgeRate = shift < 0 ? kept / 10n ** BigInt(-shift) : kept * 10n ** BigInt(shift)
  return { bridgeRate: String(bridgeRate), bridgeFee: String(fee.fixed) }
}

/**
 * What a bridge pays for a deposit on these terms.
 * @param deposited units of the route's asset
 * @returns units of its asset there, rounded down; `undefined` if the fee takes all
 */
export function quoteBridge(
  route: Pick<BridgeRoute, 'asset' | 'toAsset'>,
  deposited: Amount,
  fee: BridgeFee,
): Amount | undefined {
  const paid = computeBridgePayment(toBridgeTerms(route, fee), deposited)
  return paid === undefined ? undefined : amount(paid)
}

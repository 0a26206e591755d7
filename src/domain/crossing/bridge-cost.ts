import { computeBridgePayment } from '#domain/crossing/cross-order'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'

/** The most that a bridge may keep of the least deposit: a quarter, as of what a sale's gas may cost. */
const shareKept = 4n

/**
 * What a bridge keeps is for whoever pays there, by prices of the destination's nodes. The minimum that arrives does not
 * limit it: if the swap there then gives less, the payment is kept as a claim, however little was paid. Both amounts are
 * of the same asset, so no price is needed to compare them.
 * @throws `CROSS_CHAIN_NOT_AVAILABLE` if the bridge keeps more than a quarter of the least deposit
 */
export function requireModestBridgeCost({ bridge }: Pick<CrossQuote, 'bridge'>): void {
  const { terms, depositedMin, route } = bridge
  const paid = computeBridgePayment(terms, depositedMin) ?? 0n
  const [deposit, payment] = [
    depositedMin * 10n ** BigInt(route.toAsset.decimals),
    paid * 10n ** BigInt(route.asset.decimals),
  ]
  if (payment * shareKept >= deposit * (shareKept - 1n)) return
  const percent = deposit === 0n ? 100n : ((deposit - payment) * 100n) / deposit
  throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
    reason: `${bridge.title} would keep ${percent}% of the ${route.symbol} deposited: a quarter is the most accepted.`,
    fix: `swap more at once, or later, when gas on ${route.to} costs less`,
  })
}

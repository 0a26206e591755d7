import type { BridgeRoute } from '#domain/crossing/bridge'
import { type CrossOrder, computeBridgePayment } from '#domain/crossing/cross-order'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { type Amount, type Wei, wei } from '#domain/units'

/** The most that a bridge may keep of the least deposit: a quarter, as of what a sale's gas may cost. */
const shareKept = 4n

/**
 * What a bridge keeps is for its payer there, by prices of the destination's nodes. The minimum that arrives does not
 * limit it: if the swap there then gives less, the payment is kept as a claim, however little was paid. Both amounts are
 * of the same asset, so no price is needed to compare them.
 * @throws `CROSS_CHAIN_NOT_AVAILABLE` if the bridge keeps more than a quarter of the least deposit
 */
export function requireModestBridgeCost({ bridge }: Pick<CrossQuote, 'bridge'>): void {
  const { terms, depositedMin, route } = bridge
  if (!keepsTooMuch(terms, depositedMin, route)) return
  const [deposit, payment] = toSameUnit(terms, depositedMin, route)
  const percent = deposit === 0n ? 100n : ((deposit - payment) * 100n) / deposit
  throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
    reason: `${bridge.title} would keep ${percent}% of the ${route.symbol} deposited: a quarter is the most accepted.`,
    fix: `swap more at once, or later, when gas on ${route.to} costs less`,
  })
}

/**
 * A bridge's message costs native currency here, which no minimum limits.
 * @param messageCost units of the asset deposited, by the pools here
 * @throws `CROSS_CHAIN_NOT_AVAILABLE` if it costs more than a quarter of the deposit
 */
export function requireModestMessageCost(
  { symbol, from }: Pick<BridgeRoute, 'symbol' | 'from'>,
  { deposited, messageCost, title }: { deposited: Amount; messageCost: Amount; title: string },
): void {
  if (messageCost * shareKept <= deposited) return
  throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
    reason: `The message of ${title} from ${from} would cost more than a quarter of the ${symbol} deposited.`,
    fix: 'swap more at once, or over another bridge',
  })
}

/** The most that a quote's message may cost once it is quoted again before signing: a quarter more. */
export const maxMessageFee = ({ bridge: { value } }: Pick<CrossQuote, 'bridge'>): Wei => wei(value + value / shareKept)

/** @throws `PAYLOAD_MISMATCH` if the message of the fresh quote costs more than was agreed to */
export function requireNoDearerMessage(agreed: Pick<CrossQuote, 'bridge'>, fresh: Pick<CrossQuote, 'bridge'>): void {
  const most = maxMessageFee(agreed)
  if (fresh.bridge.value <= most) return
  throw fail('PAYLOAD_MISMATCH', { field: 'value', expected: `at most ${most}`, actual: String(fresh.bridge.value) })
}

type Terms = Pick<CrossOrder, 'bridgeRate' | 'bridgeFee'>
type Assets = Pick<BridgeRoute, 'asset' | 'toAsset'>

/** True if the bridge may keep more than a quarter of a deposit, in units of the route's asset. */
export function keepsTooMuch(terms: Terms, deposited: bigint, assets: Assets): boolean {
  const [deposit, payment] = toSameUnit(terms, deposited, assets)
  return payment * shareKept < deposit * (shareKept - 1n)
}

/** The deposit and what is paid for it, both by the decimals of both assets. */
function toSameUnit(terms: Terms, deposited: bigint, { asset, toAsset }: Assets): readonly [bigint, bigint] {
  const paid = computeBridgePayment(terms, deposited) ?? 0n
  return [deposited * 10n ** BigInt(toAsset.decimals), paid * 10n ** BigInt(asset.decimals)]
}

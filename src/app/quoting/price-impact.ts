import type { QuoteContext } from '#app/context'
import { getPoolLookup } from '#app/quoting/pool-lookup'
import type { Snapshot } from '#domain/pools/snapshot'
import { type Leg, type Route, wholeShare } from '#domain/quotes/route'
import { type Address, amount, type Ppm, ppm } from '#domain/units'

/** A leg's price before the trade is that of a hundredth of it, or a tenth if a hundredth yields too little. */
const slices = [100n, 10n] as const
/** Smaller outputs are too coarse for a price. */
const minReadableOutput = 1_000n

/**
 * How much worse the route's price is than the same legs' prices before the trade; both include fees, so fees cancel
 * out. Float precision, for screens and guards; `undefined` if amounts are too small to tell.
 */
export function computePriceImpact(
  context: Pick<QuoteContext, 'protocols'>,
  snapshot: Snapshot,
  route: Route,
): Ppm | undefined {
  if (route.legs.length === 0) return ppm(0)
  const { stateOf } = getPoolLookup(snapshot.pools)
  const held = new Map<Address, number>([[route.tokenIn, Number(route.amountIn)]])
  for (const leg of route.legs) {
    const rate = computeRateBefore(context, stateOf(leg.pool.address), leg)
    if (rate === undefined) return undefined
    const balance = held.get(leg.tokenIn) ?? 0
    const spent = (balance * leg.share32) / wholeShare
    held.set(leg.tokenIn, balance - spent)
    held.set(leg.tokenOut, (held.get(leg.tokenOut) ?? 0) + spent * rate)
  }
  const before = held.get(route.tokenOut) ?? 0
  const lost = 1 - Number(route.amountOut) / before
  return Number.isFinite(lost) ? ppm(Math.min(1_000_000, Math.max(0, Math.round(lost * 1_000_000)))) : undefined
}

/** Units out per unit in, for a small part of the leg on the pool before the trade. */
function computeRateBefore(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  state: unknown,
  leg: Leg,
): number | undefined {
  const { pool, tokenIn, tokenOut, amountIn } = leg
  for (const slice of slices) {
    const part = amountIn / slice
    const trade = { from: pool.tokens.indexOf(tokenIn), to: pool.tokens.indexOf(tokenOut), amountIn: amount(part) }
    const out = part > 0n ? protocols.get(pool.venue.protocol)?.amountOut(state, trade) : undefined
    if (out !== undefined && out >= minReadableOutput) return Number(out) / Number(part)
  }
  return undefined
}

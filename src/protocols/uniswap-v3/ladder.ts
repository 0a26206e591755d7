/**
 * The stops a pool's loop makes on its way in one direction: initialised ticks, the edges of the 256-bit
 * words of its bitmap, and the end of all prices. Word edges are stops because the pool rounds at each of
 * them: leaving them out gives outputs that are off by a few units.
 *
 * What it takes to get from stop to stop does not depend on the amount sold, so a ladder is built once for a
 * state, as far as the largest trade so far went, and every later trade only searches it.
 */

import { stepToTarget } from '#math/swap-step'
import { maxSqrtPrice, maxTick, minSqrtPrice, minTick, sqrtPriceAtTick, tickAtSqrtPrice } from '#math/tick'
import { countUpTo, type State } from './state.ts'

/** The pool at a stop, and what got it there from the start of the ladder. */
export interface Stop {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  /** How many initialised ticks are at or below `tick`. */
  readonly below: number
  /** Fee included. */
  readonly sold: bigint
  readonly bought: bigint
  /** Initialised ticks crossed. */
  readonly crossed: number
  /** Words of the bitmap left without finding a tick in what remained of them. */
  readonly emptyWords: number
}

export interface Ladder {
  readonly state: State
  readonly sellsToken0: boolean
  /** The start and every stop after it, by `sold`. */
  readonly stops: Stop[]
  /** Why the last stop is the last; `open` while there are more. */
  end: 'open' | 'limit' | 'unknown'
}

/** The furthest prices a swap may ask for, which is what the router asks for. */
const lowestPrice = minSqrtPrice + 1n
const highestPrice = maxSqrtPrice - 1n

export function startLadder(state: State, sellsToken0: boolean): Ladder {
  const { sqrtPriceX96, tick, liquidity, ticks, knownFrom, knownTo } = state
  const nothing = { sold: 0n, bought: 0n, crossed: 0, emptyWords: 0 }
  const start = { sqrtPriceX96, tick, liquidity, below: countUpTo(ticks, tick), ...nothing }
  const isAtLimit =
    sqrtPriceX96 < minSqrtPrice || (sellsToken0 ? sqrtPriceX96 <= lowestPrice : sqrtPriceX96 >= highestPrice)
  if (isAtLimit) return { state, sellsToken0, stops: [start], end: 'limit' }

  const isKnown = tick >= knownFrom - 1 && tick <= knownTo // one below: a price that fell to the very edge
  return isKnown
    ? { state, sellsToken0, stops: [start], end: 'open' }
    : { state, sellsToken0, stops: [start, { ...start }], end: 'unknown' }
}

/**
 * Adds the next stop to an open ladder. Where the known ticks end, the last stop stands at their edge: a
 * trade that ends before it is exact, as where a step would have ended has no part in one that stops short.
 */
export function extend(ladder: Ladder, from: Stop): void {
  const { state, sellsToken0, stops } = ladder
  const next = sellsToken0 ? nextDown(state, from) : nextUp(state, from)
  if (next === undefined) {
    ladder.end = 'unknown'
    const edge = sellsToken0 ? state.knownFrom : state.knownTo
    const isAhead = sellsToken0 ? edge <= from.tick : edge > from.tick
    stops.push(isAhead ? reach(state, from, sqrtPriceAtTick(edge)) : { ...from })
    return
  }

  const price = sqrtPriceAtTick(next.tick)
  const limit = sellsToken0 ? lowestPrice : highestPrice
  if (sellsToken0 ? price < limit : price > limit) {
    ladder.end = 'limit'
    stops.push({ ...reach(state, from, limit), tick: tickAtSqrtPrice(limit) })
    return
  }
  const emptyWords = from.emptyWords + emptyWordsOf(state, from, next)
  stops.push(cross({ ...reach(state, from, price), emptyWords }, next, sellsToken0))
}

interface Next {
  readonly tick: number
  /** Of an initialised tick. */
  readonly liquidityNet: bigint | undefined
}

/** The initialised tick at or below, within the word of the tick; else that word's lowest tick. */
function nextDown({ ticks, tickSpacing, knownFrom }: State, { tick, liquidity, below }: Stop): Next | undefined {
  const wordEdge = ((Math.floor(tick / tickSpacing) >> 8) << 8) * tickSpacing
  const edge = Math.max(liquidity === 0n ? minTick : wordEdge, minTick) // nothing is rounded where nothing is traded
  const listed = ticks[below - 1]
  if (listed !== undefined && listed[0] >= edge) return { tick: listed[0], liquidityNet: listed[1] }
  return edge < knownFrom ? undefined : { tick: edge, liquidityNet: undefined }
}

/** The initialised tick above, within the word of the next spacing; else that word's highest tick. */
function nextUp({ ticks, tickSpacing, knownTo }: State, { tick, liquidity, below }: Stop): Next | undefined {
  const wordEdge = ((((Math.floor(tick / tickSpacing) + 1) >> 8) << 8) + 255) * tickSpacing
  const edge = Math.min(liquidity === 0n ? maxTick : wordEdge, maxTick)
  const listed = ticks[below]
  if (listed !== undefined && listed[0] <= edge) return { tick: listed[0], liquidityNet: listed[1] }
  return edge > knownTo ? undefined : { tick: edge, liquidityNet: undefined }
}

/** One for an edge; as many as the pool walks through in a stretch without liquidity, which is one stop here. */
function emptyWordsOf({ tickSpacing }: State, from: Stop, next: Next): number {
  if (from.liquidity === 0n) return Math.floor(Math.abs(next.tick - from.tick) / (256 * tickSpacing))
  return next.liquidityNet === undefined ? 1 : 0
}

function reach(state: State, from: Stop, priceX96: bigint): Stop {
  const step = stepToTarget(from.sqrtPriceX96, priceX96, from.liquidity, BigInt(state.feePpm))
  return { ...from, sqrtPriceX96: priceX96, sold: from.sold + step.sold, bought: from.bought + step.bought }
}

/** Past the tick: below it when the price falls, at it when the price rises. */
function cross(stop: Stop, { tick, liquidityNet }: Next, falls: boolean): Stop {
  const past = falls ? tick - 1 : tick
  if (liquidityNet === undefined) return { ...stop, tick: past }
  const liquidity = falls ? stop.liquidity - liquidityNet : stop.liquidity + liquidityNet
  if (liquidity < 0n) throw new RangeError(`the ticks of this state take more liquidity than it has at ${tick}`)
  return { ...stop, tick: past, liquidity, below: stop.below + (falls ? -1 : 1), crossed: stop.crossed + 1 }
}

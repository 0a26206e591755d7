/**
 * The stops a pool's loop makes on its way in one direction: initialised ticks, the edges of the 256-bit
 * words of its bitmap, and the end of all prices. Word edges are stops because the pool rounds at each of
 * them: leaving them out gives outputs that are off by a few units.
 *
 * What it takes to get from stop to stop does not depend on the amount sold, so a ladder is built once for a
 * state, as far as the largest trade so far went, and every later trade only searches it.
 */

import { stepToTarget } from '#math/swap-step'
import { maxSqrtPrice, minSqrtPrice, sqrtPriceAtTick, tickAtSqrtPrice } from '#math/tick'
import { nextStop, type Place, pass } from './next-stop.ts'
import { countUpTo, feeOf, type TickState } from './state.ts'

/** The pool at a stop, and what got it there from the start of the ladder. */
export interface Stop extends Place {
  readonly sqrtPriceX96: bigint
  /** Fee included. */
  readonly sold: bigint
  readonly bought: bigint
}

export interface Ladder {
  readonly state: TickState
  readonly sellsToken0: boolean
  /** Of this direction. */
  readonly feePpm: bigint
  /** The start and every stop after it, by `sold`. */
  readonly stops: Stop[]
  /** Why the last stop is the last; `open` while there are more. */
  end: 'open' | 'limit' | 'unknown'
}

/** The furthest prices a swap may ask for, which is what the router asks for. */
const lowestPrice = minSqrtPrice + 1n
const highestPrice = maxSqrtPrice - 1n

export function startLadder(state: TickState, sellsToken0: boolean): Ladder {
  const { sqrtPriceX96, tick, liquidity, ticks, knownFrom, knownTo } = state
  const nothing = { sold: 0n, bought: 0n, crossed: 0, emptyWords: 0 }
  const start = { sqrtPriceX96, tick, liquidity, below: countUpTo(ticks, tick), ...nothing }
  const isAtLimit =
    sqrtPriceX96 < minSqrtPrice || (sellsToken0 ? sqrtPriceX96 <= lowestPrice : sqrtPriceX96 >= highestPrice)
  const feePpm = BigInt(feeOf(state, sellsToken0))
  if (isAtLimit) return { state, sellsToken0, feePpm, stops: [start], end: 'limit' }

  const isKnown = tick >= knownFrom - 1 && tick <= knownTo // one below: a price that fell to the very edge
  return isKnown
    ? { state, sellsToken0, feePpm, stops: [start], end: 'open' }
    : { state, sellsToken0, feePpm, stops: [start, { ...start }], end: 'unknown' }
}

/**
 * Adds the next stop to an open ladder. Where the known ticks end, the last stop stands at their edge: a
 * trade that ends before it is exact, as where a step would have ended has no part in one that stops short.
 */
export function extend(ladder: Ladder, from: Stop): void {
  const { state, sellsToken0, stops } = ladder
  const next = nextStop(state, from, sellsToken0)
  if (next === undefined) {
    ladder.end = 'unknown'
    const edge = sellsToken0 ? state.knownFrom : state.knownTo
    const isAhead = sellsToken0 ? edge <= from.tick : edge > from.tick
    stops.push(isAhead ? reach(ladder, from, sqrtPriceAtTick(edge)) : { ...from })
    return
  }

  const price = sqrtPriceAtTick(next.tick)
  const limit = sellsToken0 ? lowestPrice : highestPrice
  if (sellsToken0 ? price < limit : price > limit) {
    ladder.end = 'limit'
    stops.push({ ...reach(ladder, from, limit), tick: tickAtSqrtPrice(limit) })
    return
  }
  stops.push({ ...reach(ladder, from, price), ...pass(state, from, next, sellsToken0) })
}

function reach({ feePpm }: Ladder, from: Stop, priceX96: bigint): Stop {
  const step = stepToTarget(from.sqrtPriceX96, priceX96, from.liquidity, feePpm)
  return { ...from, sqrtPriceX96: priceX96, sold: from.sold + step.sold, bought: from.bought + step.bought }
}

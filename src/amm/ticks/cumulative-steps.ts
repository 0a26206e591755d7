/**
 * The steps of a pool's loop in one direction. A step ends at an initialized tick, at the edge of a 256-bit word of its
 * bitmap, or at the price limit. Word edges are steps because the pool rounds at each of them: leaving them out makes
 * outputs wrong by a few units.
 *
 * A step does not depend on the amount sold, so the steps of a state are built once, as far as the largest trade so far
 * went; every later trade only searches them.
 */

import { stepToTarget } from '#math/ticks/swap-step'
import { maxSqrtPrice, minSqrtPrice, sqrtPriceAtTick, tickAtSqrtPrice } from '#math/ticks/tick'
import { crossTick, findNextTick, type TickPosition } from './next-tick.ts'
import { countTicksUpTo, getFeePpm, type TickState } from './state.ts'

/** The pool after a step, with the totals since the first one. */
export interface SwapStep extends TickPosition {
  readonly sqrtPriceX96: bigint
  /** Fee included. */
  readonly sold: bigint
  readonly bought: bigint
}

export interface CumulativeSteps {
  readonly state: TickState
  readonly sellsToken0: boolean
  /** Of this direction. */
  readonly feePpm: bigint
  /** The start and every step after it, in order of `sold`. */
  readonly steps: SwapStep[]
  /** Why the last step is the last; `open` while there are more. */
  end: 'open' | 'limit' | 'unknown'
}

/** The furthest price limits a swap may set; the router sets them. */
const lowestPrice = minSqrtPrice + 1n
const highestPrice = maxSqrtPrice - 1n

export function createCumulativeSteps(state: TickState, sellsToken0: boolean): CumulativeSteps {
  const { sqrtPriceX96, tick, liquidity, ticks, knownFrom, knownTo } = state
  const nothing = { sold: 0n, bought: 0n, crossed: 0, emptyWords: 0 }
  const start = { sqrtPriceX96, tick, liquidity, ticksBelow: countTicksUpTo(ticks, tick), ...nothing }
  const isAtLimit =
    sqrtPriceX96 < minSqrtPrice || (sellsToken0 ? sqrtPriceX96 <= lowestPrice : sqrtPriceX96 >= highestPrice)
  const feePpm = BigInt(getFeePpm(state, sellsToken0))
  if (isAtLimit) return { state, sellsToken0, feePpm, steps: [start], end: 'limit' }

  const isKnown = tick >= knownFrom - 1 && tick <= knownTo // one below: the price may have fallen to exactly the edge
  return isKnown
    ? { state, sellsToken0, feePpm, steps: [start], end: 'open' }
    : { state, sellsToken0, feePpm, steps: [start, { ...start }], end: 'unknown' }
}

/**
 * Adds the next step to an open list. Where the known ticks end, the last step ends at their edge: a trade that ends
 * before it is exact, because a partial step does not depend on where the full step would have ended.
 */
export function appendStep(ladder: CumulativeSteps, from: SwapStep): void {
  const { state, sellsToken0, steps: stops } = ladder
  const next = findNextTick(state, from, sellsToken0)
  if (next === undefined) {
    ladder.end = 'unknown'
    const edge = sellsToken0 ? state.knownFrom : state.knownTo
    const isAhead = sellsToken0 ? edge <= from.tick : edge > from.tick
    stops.push(isAhead ? stepToPrice(ladder, from, sqrtPriceAtTick(edge)) : { ...from })
    return
  }

  const price = sqrtPriceAtTick(next.tick)
  const limit = sellsToken0 ? lowestPrice : highestPrice
  if (sellsToken0 ? price < limit : price > limit) {
    ladder.end = 'limit'
    stops.push({ ...stepToPrice(ladder, from, limit), tick: tickAtSqrtPrice(limit) })
    return
  }
  stops.push({ ...stepToPrice(ladder, from, price), ...crossTick(state, from, next, sellsToken0) })
}

function stepToPrice({ feePpm }: CumulativeSteps, from: SwapStep, priceX96: bigint): SwapStep {
  const step = stepToTarget(from.sqrtPriceX96, priceX96, from.liquidity, feePpm)
  return { ...from, sqrtPriceX96: priceX96, sold: from.sold + step.sold, bought: from.bought + step.bought }
}

/**
 * UniswapV3Pool.swap for an exact input and no price limit of the caller's, to the wei.
 * Source: UniswapV3Pool.swap, TickBitmap.nextInitializedTickWithinOneWord of v3-core 1.0.1.
 */
import { stepShortOfTarget } from '#math/swap-step'
import { tickAtSqrtPrice } from '#math/tick'
import { extend, type Ladder, type Stop, startLadder } from './ladder.ts'
import { feeOf, type TickState } from './state.ts'

/** The last stop a swap passes, and how much it sells beyond. */
export interface Landing {
  readonly stop: Stop
  readonly left: bigint
}

const ladders = new WeakMap<TickState, { down?: Ladder; up?: Ladder }>()

/**
 * Where a swap of `amountIn`, 0 or more, lands, or why it does not:
 * - `full`: the price reaches the end of all prices with some of the input left
 * - `unknown`: it would leave the ticks that were read
 */
export function land(state: TickState, sellsToken0: boolean, amountIn: bigint): Landing | 'full' | 'unknown' {
  const ladder = ladderOf(state, sellsToken0)
  const { stops } = ladder
  let last = stops[stops.length - 1] as Stop
  while (ladder.end === 'open' && last.sold < amountIn) {
    extend(ladder, last)
    last = stops[stops.length - 1] as Stop
  }

  const index = firstSelling(stops, amountIn)
  if (index === stops.length) return ladder.end === 'limit' ? 'full' : 'unknown'
  const stop = stops[index] as Stop
  if (stop.sold > amountIn) return beyond(stops[index - 1] as Stop, amountIn)
  return ladder.end === 'unknown' && stop === last ? 'unknown' : beyond(stop, amountIn)
}

/** What the pool gives for everything up to the landing. */
export function bought(state: TickState, sellsToken0: boolean, { stop, left }: Landing): bigint {
  return left === 0n ? stop.bought : stop.bought + short(state, sellsToken0, stop, left).bought
}

/** The pool after the landing. */
export function settle<State extends TickState>(state: State, sellsToken0: boolean, { stop, left }: Landing): State {
  const { liquidity } = stop
  if (left === 0n) return { ...state, sqrtPriceX96: stop.sqrtPriceX96, tick: stop.tick, liquidity }
  const { sqrtPriceX96 } = short(state, sellsToken0, stop, left)
  // a price that did not move keeps the tick, which may be one below the price's own
  const tick = sqrtPriceX96 === stop.sqrtPriceX96 ? stop.tick : tickAtSqrtPrice(sqrtPriceX96)
  return { ...state, sqrtPriceX96, tick, liquidity }
}

const beyond = (stop: Stop, amountIn: bigint): Landing => ({ stop, left: amountIn - stop.sold })

const short = (state: TickState, sellsToken0: boolean, stop: Stop, left: bigint) =>
  stepShortOfTarget(stop.sqrtPriceX96, stop.liquidity, left, BigInt(feeOf(state, sellsToken0)), sellsToken0)

function ladderOf(state: TickState, sellsToken0: boolean): Ladder {
  let both = ladders.get(state)
  if (both === undefined) {
    both = {}
    ladders.set(state, both)
  }
  const way = sellsToken0 ? 'down' : 'up'
  both[way] ??= startLadder(state, sellsToken0)
  return both[way]
}

/** The index of the first stop for which at least `amountIn` is sold; `stops.length` if there is none. */
function firstSelling(stops: readonly Stop[], amountIn: bigint): number {
  let low = 0
  let high = stops.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((stops[middle] as Stop).sold < amountIn) low = middle + 1
    else high = middle
  }
  return low
}

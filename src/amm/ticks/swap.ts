/**
 * UniswapV3Pool.swap for an exact input without a price limit of the caller's, to the wei. Source: UniswapV3Pool.swap,
 * TickBitmap.nextInitializedTickWithinOneWord of v3-core 1.0.1.
 */
import { itemAt } from '#domain/item-at'
import { stepShortOfTarget } from '#math/ticks/swap-step'
import { tickAtSqrtPrice } from '#math/ticks/tick'
import { appendStep, type CumulativeSteps, createCumulativeSteps, type SwapStep } from './cumulative-steps.ts'
import { getFeePpm, type TickState } from './state.ts'

/** The last full step of a swap, and the input left after it. */
export interface SwapEnd {
  readonly step: SwapStep
  readonly remaining: bigint
}

const stepsByState = new WeakMap<TickState, { down?: CumulativeSteps; up?: CumulativeSteps }>()

/**
 * Where a swap of `amountIn`, 0 or more, ends, or why it does not:
 * - `full`: the price reaches its limit with some of the input left
 * - `unknown`: it would leave the ticks that were read
 */
export function locateSwapEnd(state: TickState, sellsToken0: boolean, amountIn: bigint): SwapEnd | 'full' | 'unknown' {
  const ladder = getCumulativeSteps(state, sellsToken0)
  const { steps: stops } = ladder
  let last = itemAt(stops, stops.length - 1)
  while (ladder.end === 'open' && last.sold < amountIn) {
    appendStep(ladder, last)
    last = itemAt(stops, stops.length - 1)
  }

  const index = findStepIndex(stops, amountIn)
  if (index === stops.length) return ladder.end === 'limit' ? 'full' : 'unknown'
  const stop = itemAt(stops, index)
  if (stop.sold > amountIn) return createSwapEnd(itemAt(stops, index - 1), amountIn)
  return ladder.end === 'unknown' && stop === last ? 'unknown' : createSwapEnd(stop, amountIn)
}

/** The pool's total output up to the end of the swap. */
export function amountOutAt(state: TickState, sellsToken0: boolean, { step: stop, remaining: left }: SwapEnd): bigint {
  return left === 0n ? stop.bought : stop.bought + computePartialStep(state, sellsToken0, stop, left).bought
}

/** The pool's state after the swap. */
export function stateAfter<State extends TickState>(
  state: State,
  sellsToken0: boolean,
  { step: stop, remaining: left }: SwapEnd,
): State {
  const { liquidity } = stop
  if (left === 0n) return { ...state, sqrtPriceX96: stop.sqrtPriceX96, tick: stop.tick, liquidity }
  const { sqrtPriceX96 } = computePartialStep(state, sellsToken0, stop, left)
  // if the price did not move, the tick stays: it may be one below the price's own
  const tick = sqrtPriceX96 === stop.sqrtPriceX96 ? stop.tick : tickAtSqrtPrice(sqrtPriceX96)
  return { ...state, sqrtPriceX96, tick, liquidity }
}

const createSwapEnd = (stop: SwapStep, amountIn: bigint): SwapEnd => ({ step: stop, remaining: amountIn - stop.sold })

const computePartialStep = (state: TickState, sellsToken0: boolean, stop: SwapStep, left: bigint) =>
  stepShortOfTarget(stop.sqrtPriceX96, stop.liquidity, left, BigInt(getFeePpm(state, sellsToken0)), sellsToken0)

function getCumulativeSteps(state: TickState, sellsToken0: boolean): CumulativeSteps {
  let both = stepsByState.get(state)
  if (both === undefined) {
    both = {}
    stepsByState.set(state, both)
  }
  const way = sellsToken0 ? 'down' : 'up'
  both[way] ??= createCumulativeSteps(state, sellsToken0)
  return both[way]
}

/** The index of the first step at which at least `amountIn` is sold; the number of steps if there is none. */
function findStepIndex(stops: readonly SwapStep[], amountIn: bigint): number {
  let low = 0
  let high = stops.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (itemAt(stops, middle).sold < amountIn) low = middle + 1
    else high = middle
  }
  return low
}

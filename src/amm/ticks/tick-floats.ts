import { f64, i32 } from '#math/typed'
import { countTicksUpTo, type TickState } from './state.ts'

/** A list of ticks in floats. */
export interface TickFloats {
  readonly ticks: Int32Array
  /** √price at each tick, about 10^-14 of it off. */
  readonly sqrtPrices: Float64Array
  /** Liquidity below the first tick, then above each: rounded once. */
  readonly liquidity: Float64Array
}

export const logStep = Math.log1p(0.0001) / 2

/** Blocks change a pool's price far more often than its ticks; both directions share them. */
const floatsByTicks = new WeakMap<TickState['ticks'], TickFloats>()

/**
 * Floats of a state's ticks. Cached ones are reused if they fit: the same list, and the same liquidity at the price.
 * @throws RangeError if the ticks remove more liquidity than there is
 */
export function getTickFloats(state: TickState): TickFloats {
  const known = floatsByTicks.get(state.ticks)
  if (known !== undefined && f64(known.liquidity, countTicksUpTo(state.ticks, state.tick)) === Number(state.liquidity))
    return known
  const ticks = known?.ticks ?? Int32Array.from(state.ticks, ([tick]) => tick)
  const sqrtPrices = known?.sqrtPrices ?? Float64Array.from(ticks, (tick) => Math.exp(tick * logStep))
  const made = { ticks, sqrtPrices, liquidity: accumulateLiquidity(state, ticks) }
  floatsByTicks.set(state.ticks, made)
  return made
}

function accumulateLiquidity({ ticks: list, tick, liquidity }: TickState, ticks: Int32Array): Float64Array {
  let sum = liquidity
  for (const [, net] of list.slice(0, countTicksUpTo(list, tick))) sum -= net
  const around = new Float64Array(list.length + 1)
  around[0] = Number(sum)
  list.forEach(([, net], i) => {
    sum += net
    around[i + 1] = Number(sum)
  })
  const short = around.findIndex((one) => one < 0)
  if (short === -1) return around
  throw new RangeError(
    `the ticks of this state take more liquidity than it has at ${i32(ticks, Math.max(0, short - 1))}`,
  )
}

import { f64, i32 } from '#math/typed'
import type { TickState } from './state.ts'

/** A list of ticks in floats. */
export interface TickFloats {
  readonly ticks: Int32Array
  /** √price at each tick, about 10^-14 of it off. */
  readonly roots: Float64Array
  /** Liquidity above each tick less what there is below them all: exact, and as a float that was rounded once. */
  readonly exact: readonly bigint[]
  readonly rounded: Float64Array
}

export const logStep = Math.log1p(0.0001) / 2

/** Blocks change a pool's price far more often than its ticks, and both directions share them. */
const kept = new WeakMap<TickState['ticks'], TickFloats>()

export function tickFloats(list: TickState['ticks']): TickFloats {
  const known = kept.get(list)
  if (known !== undefined) return known
  let sum = 0n
  const exact = list.map(([, net]) => {
    sum += net
    return sum
  })
  const ticks = Int32Array.from(list, ([tick]) => tick)
  const made = {
    ticks,
    roots: Float64Array.from(ticks, (tick) => Math.exp(tick * logStep)),
    exact,
    rounded: Float64Array.from(exact, Number),
  }
  kept.set(list, made)
  return made
}

/**
 * Liquidity from tick `i` up to the next, as the state's own liquidity has it; −1: below the first.
 * @throws RangeError where the ticks take more than there is
 */
export function liquidityAbove({ exact, rounded, ticks }: TickFloats, i: number, below: bigint): number {
  const liquidity = below === 0n ? (i < 0 ? 0 : f64(rounded, i)) : Number((exact[i] ?? 0n) + below)
  if (liquidity < 0)
    throw new RangeError(`the ticks of this state take more liquidity than it has at ${i32(ticks, Math.max(0, i))}`)
  return liquidity
}

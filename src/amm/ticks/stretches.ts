/** A pool's stops in floats, without the roundings of `ladder`: each about 10^-14 of the price off. */
import type { Stretches } from '#domain/protocol'
import { maxTick, minTick } from '#math/tick'
import { f64, i32 } from '#math/typed'
import type { Passed } from './next-stop.ts'
import { countUpTo, feeOf, type TickState } from './state.ts'
import { logStep, tickFloats } from './tick-floats.ts'

interface Cut {
  readonly roots: number[]
  readonly liquidity: number[]
  readonly gas: number[]
}

/** All that is known of a pool in one direction. */
export function cutStretches(state: TickState, falls: boolean, gasAt: (passed: Passed) => number): Stretches {
  const kept = 1 - feeOf(state, falls) / 1_000_000
  const price = Number(state.sqrtPriceX96) / 2 ** 96
  const { tick, knownFrom, knownTo } = state
  const isKnown = tick >= knownFrom - 1 && tick <= knownTo
  const none = { kept, roots: [], liquidity: [], gas: [], whole: isKnown }
  if (price === 0 || !isKnown) return none

  const cut: Cut = { roots: [falls ? price : 1 / price], liquidity: [], gas: [] }
  const whole = walk(state, falls, (end, liquidity, passed) => addStretch(cut, end, liquidity, gasAt(passed)))
  return cut.liquidity.length === 0 ? { ...none, whole } : { kept, ...cut, whole }
}

function addStretch({ roots, liquidity, gas }: Cut, end: number, depth: number, gasThere: number): void {
  if (end >= (roots.at(-1) ?? 0)) return // the price stands at the tick, or at the limit
  if (liquidity.at(-1) === depth) roots.pop()
  else {
    liquidity.push(depth)
    gas.push(gasThere)
  }
  roots.push(end)
}

/**
 * Tells where every stretch from the price on ends, as W, what is in it and what was passed before it.
 * @returns whether the last one ends where prices end, not where knowledge does
 */
function walk(
  state: TickState,
  falls: boolean,
  stretch: (end: number, liquidity: number, passed: Passed) => void,
): boolean {
  const { ticks, roots, liquidity: around } = tickFloats(state)
  const start = countUpTo(state.ticks, state.tick)
  const ahead = falls ? start : ticks.length - start
  let [at, emptyWords] = [state.tick, 0]
  for (let crossed = 0; crossed < ahead; crossed += 1) {
    const next = nextIndex(start, crossed, falls)
    const [tick, root] = [i32(ticks, next), f64(roots, next)]
    const liquidity = f64(around, falls ? next + 1 : next)
    stretch(falls ? root : 1 / root, liquidity, { crossed, emptyWords })
    if (isLast(tick, falls)) return true
    emptyWords += wordsBetween(state, falls, liquidity, [at, tick])
    at = falls ? tick - 1 : tick
  }
  const liquidity = f64(around, falls ? 0 : ticks.length)
  const last = falls ? Math.max(state.knownFrom, minTick) : Math.min(state.knownTo, maxTick)
  stretch(Math.exp((falls ? last : -last) * logStep), liquidity, { crossed: ahead, emptyWords })
  return isLast(last, falls)
}

/** Of the tick after so many were crossed. @param start how many ticks are at or below the price */
const nextIndex = (start: number, crossed: number, falls: boolean) => (falls ? start - 1 - crossed : start + crossed)

const isLast = (tick: number, falls: boolean) => (falls ? tick <= minTick : tick >= maxTick)

/** Words of the bitmap that the pool leaves without finding a tick, on its way to the next tick there is. */
function wordsBetween(
  { tickSpacing, linked }: TickState,
  falls: boolean,
  liquidity: number,
  [from, to]: readonly [number, number],
): number {
  if (linked) return 0
  if (liquidity === 0) return Math.floor(Math.abs(to - from) / (256 * tickSpacing)) // as `next-stop` counts them
  const compressed = Math.floor(from / tickSpacing) + (falls ? 0 : 1)
  return Math.abs((Math.floor(to / tickSpacing) >> 8) - (compressed >> 8))
}

/** A pool's steps in floats, without the roundings of `cumulative-steps`: each about 10^-14 of the price off. */
import type { LiquiditySegments } from '#domain/pools/protocol'
import { maxTick, minTick } from '#math/ticks/tick'
import { f64, i32 } from '#math/typed'
import type { CrossingCounts } from './next-tick.ts'
import { countTicksUpTo, getFeePpm, type TickState } from './state.ts'
import { getTickFloats, logStep } from './tick-floats.ts'

interface TickSegmentLists {
  readonly sqrtPrices: number[]
  readonly liquidity: number[]
  readonly gas: number[]
}

/** Segments of all known ticks of a pool in one direction. */
export function ticksToSegments(
  state: TickState,
  falls: boolean,
  gasAt: (passed: CrossingCounts) => number,
): LiquiditySegments {
  const feeFactor = 1 - getFeePpm(state, falls) / 1_000_000
  const price = Number(state.sqrtPriceX96) / 2 ** 96
  const { tick, knownFrom, knownTo } = state
  const isKnown = tick >= knownFrom - 1 && tick <= knownTo
  const none = { feeFactor, sqrtPrices: [], liquidity: [], gas: [], isComplete: isKnown }
  if (price === 0 || !isKnown) return none

  const cut: TickSegmentLists = { sqrtPrices: [falls ? price : 1 / price], liquidity: [], gas: [] }
  const isComplete = walkSegments(state, falls, (end, liquidity, passed) =>
    addSegment(cut, end, liquidity, gasAt(passed)),
  )
  return cut.liquidity.length === 0 ? { ...none, isComplete } : { feeFactor, ...cut, isComplete }
}

function addSegment(
  { sqrtPrices, liquidity, gas }: TickSegmentLists,
  end: number,
  depth: number,
  gasThere: number,
): void {
  if (end >= (sqrtPrices.at(-1) ?? 0)) return // the price is at the tick, or at the limit
  if (liquidity.at(-1) === depth) sqrtPrices.pop()
  else {
    liquidity.push(depth)
    gas.push(gasThere)
  }
  sqrtPrices.push(end)
}

/**
 * Calls back for every segment from the price on, with its end W, its liquidity and what was passed before it.
 * @returns true if the last one ends at the price limit, false if at the end of the known ticks
 */
function walkSegments(
  state: TickState,
  falls: boolean,
  stretch: (end: number, liquidity: number, passed: CrossingCounts) => void,
): boolean {
  const { ticks, sqrtPrices: roots, liquidity: around } = getTickFloats(state)
  const start = countTicksUpTo(state.ticks, state.tick)
  const ahead = falls ? start : ticks.length - start
  let [at, emptyWords] = [state.tick, 0]
  for (let crossed = 0; crossed < ahead; crossed += 1) {
    const next = getNextIndex(start, crossed, falls)
    const [tick, root] = [i32(ticks, next), f64(roots, next)]
    const liquidity = f64(around, falls ? next + 1 : next)
    stretch(falls ? root : 1 / root, liquidity, { crossed, emptyWords })
    if (isLast(tick, falls)) return true
    emptyWords += countWordsBetween(state, falls, liquidity, [at, tick])
    at = falls ? tick - 1 : tick
  }
  const liquidity = f64(around, falls ? 0 : ticks.length)
  const last = falls ? Math.max(state.knownFrom, minTick) : Math.min(state.knownTo, maxTick)
  stretch(Math.exp((falls ? last : -last) * logStep), liquidity, { crossed: ahead, emptyWords })
  return isLast(last, falls)
}

/** Index of the tick after a number of crossings. @param start number of ticks at or below the price */
const getNextIndex = (start: number, crossed: number, falls: boolean) => (falls ? start - 1 - crossed : start + crossed)

const isLast = (tick: number, falls: boolean) => (falls ? tick <= minTick : tick >= maxTick)

/** Words of the bitmap that the pool leaves without finding a tick, on its way to the next initialized tick. */
function countWordsBetween(
  { tickSpacing, linked }: TickState,
  falls: boolean,
  liquidity: number,
  [from, to]: readonly [number, number],
): number {
  if (linked) return 0
  if (liquidity === 0) return Math.floor(Math.abs(to - from) / (256 * tickSpacing)) // as `next-tick` counts them
  const compressed = Math.floor(from / tickSpacing) + (falls ? 0 : 1)
  return Math.abs((Math.floor(to / tickSpacing) >> 8) - (compressed >> 8))
}

/** A pool's steps in floats, without the roundings of `cumulative-steps`: each about 10^-14 of the price off. */
import type { LiquiditySegments } from '#domain/pools/protocol'
import { maxTick, minTick } from '#math/ticks/tick'
import { countTicksUpTo, getFeePpm, type TickState } from './state.ts'

/** ln √1.0001 */
const logStep = Math.log1p(0.0001) / 2

/** Gas of a swap that has crossed so many ticks and left so many words of the bitmap without finding one. */
export type GasAfterCrossings = (crossed: number, emptyWords: number) => number

/**
 * Segments of all known ticks of a pool in one direction.
 * @throws RangeError if the ticks remove more liquidity than there is
 */
export function ticksToSegments(state: TickState, falls: boolean, gasAt: GasAfterCrossings): LiquiditySegments {
  const { tick, knownFrom, knownTo } = state
  const cut: SegmentsSoFar = {
    feeFactor: 1 - getFeePpm(state, falls) / 1_000_000,
    sqrtPrices: [],
    liquidity: [],
    gas: [],
    isComplete: tick >= knownFrom - 1 && tick <= knownTo,
  }
  const price = Number(state.sqrtPriceX96) / 2 ** 96
  if (price === 0 || !cut.isComplete) return cut
  cut.sqrtPrices.push(falls ? price : 1 / price)
  cut.isComplete = addTicks(cut, state, falls, gasAt)
  if (cut.liquidity.length === 0) cut.sqrtPrices.pop()
  return cut
}

interface SegmentsSoFar extends LiquiditySegments {
  readonly sqrtPrices: number[]
  readonly liquidity: number[]
  readonly gas: number[]
  isComplete: boolean
}

/** @returns true if the last segment ends at the price limit, false if at the end of the known ticks */
function addTicks(cut: SegmentsSoFar, state: TickState, falls: boolean, gasAt: GasAfterCrossings): boolean {
  const { ticks, knownFrom, knownTo } = state
  const ticksBelow = countTicksUpTo(ticks, state.tick)
  const ahead = falls ? ticksBelow : ticks.length - ticksBelow
  const first = falls ? ticksBelow - 1 : ticksBelow
  const step = falls ? -1 : 1
  let at = state.tick
  let sum = state.liquidity
  let liquidity = Number(sum)
  let emptyWords = 0
  for (let crossed = 0; crossed < ahead; crossed += 1) {
    const listed = ticks[first + step * crossed] as TickState['ticks'][number] // not destructured: that would iterate over it
    const next = listed[0]
    addSegment(cut, computeSqrtPrice(next, falls), liquidity, gasAt(crossed, emptyWords))
    if (isLast(next, falls)) return true
    emptyWords += countWordsBetween(state, falls, liquidity, at, next)
    at = falls ? next - 1 : next
    sum = falls ? sum - listed[1] : sum + listed[1]
    liquidity = Number(sum)
    if (liquidity < 0) throw new RangeError(`the ticks of this state take more liquidity than it has at ${next}`)
  }
  const last = falls ? Math.max(knownFrom, minTick) : Math.min(knownTo, maxTick)
  addSegment(cut, Math.exp((falls ? last : -last) * logStep), liquidity, gasAt(ahead, emptyWords))
  return isLast(last, falls)
}

function addSegment({ sqrtPrices, liquidity, gas }: SegmentsSoFar, end: number, depth: number, gasThere: number): void {
  const count = liquidity.length
  if (end >= (sqrtPrices[count] as number)) return // the price is at the tick, or at the limit
  if (count > 0 && liquidity[count - 1] === depth) {
    sqrtPrices[count] = end
    return
  }
  liquidity.push(depth)
  gas.push(gasThere)
  sqrtPrices.push(end)
}

/** √(output per input) at a tick. */
function computeSqrtPrice(tick: number, falls: boolean): number {
  const root = Math.exp(tick * logStep)
  return falls ? root : 1 / root
}

const isLast = (tick: number, falls: boolean) => (falls ? tick <= minTick : tick >= maxTick)

/** Words of the bitmap that the pool leaves without finding a tick, on its way to the next initialized tick. */
function countWordsBetween(
  { tickSpacing, linked }: TickState,
  falls: boolean,
  liquidity: number,
  from: number,
  to: number,
): number {
  if (linked) return 0
  if (liquidity === 0) return Math.floor(Math.abs(to - from) / (256 * tickSpacing)) // as `next-tick` counts them
  const compressed = Math.floor(from / tickSpacing) + (falls ? 0 : 1)
  return Math.abs((Math.floor(to / tickSpacing) >> 8) - (compressed >> 8))
}

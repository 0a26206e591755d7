import type { LensRecord } from '#domain/pools/protocol'
import type { ConcentratedRecord, ListedTick } from './answer.ts'

/** Joins what two calls read of the same pool at the same block, the second from where the first was cut off. */
export function joinRecords(first: ConcentratedRecord, second: ConcentratedRecord): ConcentratedRecord {
  return { ...second, below: [...first.below, ...second.below], above: [...first.above, ...second.above] }
}

/**
 * The pool as its adapter takes it, with at most `maxTicks` a side however many calls it took to read them, so that the
 * same pool has the same state whatever limits the node has.
 */
export function toLensRecord(seen: ConcentratedRecord, maxTicks: number): LensRecord {
  const below = clipTicks(seen.below, maxTicks, seen.low)
  const above = clipTicks(seen.above, maxTicks, seen.high)
  return {
    kind: 3,
    sqrtPriceX96: seen.sqrtPriceX96,
    tick: seen.tick,
    liquidity: seen.liquidity,
    tickSpacing: seen.tickSpacing,
    knownFrom: below.known,
    knownTo: above.known,
    ticks: [...below.ticks.toReversed(), ...above.ticks],
    words: seen.words,
  }
}

/** Nothing is known beyond the last tick kept. */
function clipTicks(ticks: readonly ListedTick[], max: number, known: number) {
  const kept = ticks.slice(0, max)
  const last = kept.at(-1)
  return { ticks: kept, known: kept.length < ticks.length && last !== undefined ? last[0] : known }
}

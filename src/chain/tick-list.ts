import type { LensRecord } from '#domain/protocol'
import type { ListedTick, SeenConcentrated } from './lens-answer.ts'

/** What two calls saw of the same pool at the same block, the second from where the first was cut. */
export function joined(first: SeenConcentrated, second: SeenConcentrated): SeenConcentrated {
  return { ...second, below: [...first.below, ...second.below], above: [...first.above, ...second.above] }
}

/**
 * The pool as its adapter takes it, with at most `maxTicks` a side however many calls it took to read them: so
 * that the same pool gives the same state whatever limits the node has.
 */
export function concentratedRecord(seen: SeenConcentrated, maxTicks: number): LensRecord {
  const below = clipped(seen.below, maxTicks, seen.low)
  const above = clipped(seen.above, maxTicks, seen.high)
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

/** Behind the last tick that is kept nothing is known. */
function clipped(ticks: readonly ListedTick[], most: number, known: number) {
  const kept = ticks.slice(0, most)
  const last = kept.at(-1)
  return { ticks: kept, known: kept.length < ticks.length && last !== undefined ? last[0] : known }
}

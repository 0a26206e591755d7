import { itemAt } from '#item-at'

/** @typedef {ReturnType<typeof openDraws>} Draws */

/**
 * Random draws reproducible by a seed: mulberry32, and the distributions of the markets.
 * @param {number} seed
 */
export function openDraws(seed) {
  let state = seed >>> 0
  /** [0, 1). */
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())
  /** @param {number} count */
  const below = (count) => Math.floor(unit() * count)
  return {
    unit,
    normal,
    below,
    /** @param {number} probability */
    chance: (probability) => unit() < probability,
    /** -1 … 1. */
    either: () => unit() * 2 - 1,
    /**
     * @template T
     * @param {readonly T[]} list
     */
    pick: (list) => itemAt(list, below(list.length)),
    /**
     * @param {number} median
     * @param {number} sigma
     */
    logNormal: (median, sigma) => median * Math.exp(normal() * sigma),
    /**
     * The first few far more often than the rest.
     * @param {number} count
     */
    skewed: (count) => Math.floor(unit() ** 2 * count),
  }
}

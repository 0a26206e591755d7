import { randomInt } from 'node:crypto'

/** Random choices reproducible by seed and name, independent of draws for other names. */
export interface Draw {
  /** 0 ≤ x < 1. */
  fraction(): number
  /** An integer, `from` and `to` included. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

export function createDraw(seed: number, name: string): Draw {
  const fraction = fractionsFrom(hashOf(`${seed}/${name}`))
  const whole = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1))
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T,
  }
}

/** So many of a list, each once. */
export function pickSome<T>(draw: Draw, list: readonly T[], count: number): readonly T[] {
  const left = [...list]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(draw.whole(0, left.length - 1), 1),
  ).flat()
}

const { SWAPLINE_SHARE = String(randomInt(1_000_000)) } = process.env

/**
 * Chooses the part of a long test that `npm test` plays: another one in each run, so that all of it is played in time.
 * It is printed; `SWAPLINE_SHARE=<number>` plays the same part again.
 */
export function drawShare(name: string): Draw {
  console.log(`${name}: a part of it, drawn by SWAPLINE_SHARE=${SWAPLINE_SHARE}`)
  return createDraw(Number(SWAPLINE_SHARE), `share/${name}`)
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** Splitmix32. */
function fractionsFrom(start: number): () => number {
  let state = start | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }
}

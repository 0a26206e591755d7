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

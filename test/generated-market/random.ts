/** Numbers from a seed, the same on every machine (mulberry32). */
export interface Random {
  /** 0 … 1. */
  (): number
  between(low: number, high: number): number
  /** Evenly over the logarithms. */
  scale(low: number, high: number): number
  pick<T>(from: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, {
    between: (low: number, high: number) => low + (high - low) * next(),
    scale: (low: number, high: number) => low * (high / low) ** next(),
    pick<T>(from: readonly T[]): T {
      const one = from[Math.floor(next() * from.length)]
      if (one === undefined) throw new RangeError('nothing to pick from')
      return one
    },
  })
}

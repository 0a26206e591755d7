import type { LivePool } from '#domain/snapshot'
import type { Address } from '#domain/units'

/** What a quote looks up of the pools of one block. */
export interface PoolIndex {
  stateOf(pool: Address): unknown
  /** Pools that trade the two tokens, in either direction. */
  trading(a: Address, b: Address): readonly LivePool[]
}

const indexes = new WeakMap<readonly LivePool[], PoolIndex>()

/** Made once for a list of pools and kept as long as the list is: a warm block serves many quotes. */
export function indexOf(pools: readonly LivePool[]): PoolIndex {
  const known = indexes.get(pools) ?? makeIndex(pools)
  indexes.set(pools, known)
  return known
}

function makeIndex(pools: readonly LivePool[]): PoolIndex {
  const states = new Map(pools.map(({ pool, state }) => [pool.address, state]))
  const pairs = new Map<string, LivePool[]>()
  for (const live of pools) {
    const { tokens } = live.pool
    for (const [i, a] of tokens.entries())
      for (const b of tokens.slice(i + 1)) {
        const key = keyOf(a, b)
        const some = pairs.get(key)
        if (some === undefined) pairs.set(key, [live])
        else some.push(live)
      }
  }
  return { stateOf: (pool) => states.get(pool), trading: (a, b) => pairs.get(keyOf(a, b)) ?? [] }
}

const keyOf = (a: Address, b: Address): string => (a < b ? `${a}${b}` : `${b}${a}`)

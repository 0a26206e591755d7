import type { Trade } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import type { Leg } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'

/** Lookup of one block's pools for a quote. */
export interface PoolLookup {
  stateOf(pool: Address): unknown
  /** Pools that trade the two tokens, in either direction. */
  findByPair(a: Address, b: Address): readonly LivePool[]
}

const indexes = new WeakMap<readonly LivePool[], PoolLookup>()

/** Built once per list of pools and cached with the list: a warm block serves many quotes. */
export function getPoolLookup(pools: readonly LivePool[]): PoolLookup {
  const known = indexes.get(pools) ?? buildPoolLookup(pools)
  indexes.set(pools, known)
  return known
}

function buildPoolLookup(pools: readonly LivePool[]): PoolLookup {
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
  return { stateOf: (pool) => states.get(pool), findByPair: (a, b) => pairs.get(keyOf(a, b)) ?? [] }
}

const keyOf = (a: Address, b: Address): string => (a < b ? `${a}${b}` : `${b}${a}`)

/** A leg's trade, of any amount, as its pool sees it. */
export const toPoolTrade = ({ pool, tokenIn, tokenOut }: Leg, amountIn: bigint): Trade => ({
  from: pool.tokens.indexOf(tokenIn),
  to: pool.tokens.indexOf(tokenOut),
  amountIn: amount(amountIn),
})

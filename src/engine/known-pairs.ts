/** Which pairs were asked for, and the pools that were found for them: what is worth keeping warm. */
import type { Discovery, Pair } from '#domain/market'
import type { Network } from '#domain/network'
import type { Pool } from '#domain/protocol'
import type { Token } from '#domain/token'
import { type Address, nativeToken } from '#domain/units'
import { isSameState } from './same-state.ts'

export interface KnownPair {
  readonly tokens: readonly Token[]
  /** All its routes may pass. */
  readonly reach: ReadonlySet<Address>
  pools: readonly Pool[]
  /** When it was found, in milliseconds of `Clock.elapsed`. */
  readonly found: number
  /** Its pools are part of what was read last. */
  taken: boolean
  used: number
}

export interface KnownPairs {
  /** Counts as a use. */
  find(pair: Pair, now: number): KnownPair | undefined
  add(discovery: Discovery, now: number): void
  /** Adds each to the pairs whose routes may pass two of its tokens. */
  extend(pools: readonly Pool[]): void
  /**
   * Every pool of a pair that is still wanted, each once and in an order that stays. A pool is the same object from block to
   * block, whichever pair was asked for last: by that the engine knows that only its state has to be passed on.
   */
  wanted(now: number): Wanted
  /** Whether a pair was added since pools were taken last. */
  readonly waiting: () => boolean
  forget(): void
  readonly size: () => number
}

/** What pairs of a network have in common: the form of its native currency, and the tokens any route may pass. */
export type Ends = Pick<Network, 'wrapped' | 'hubs'>

export interface Wanted {
  readonly pools: readonly Pool[]
  /** Their states were read: from now on their pairs can be answered. */
  taken(): void
}

export interface PairLimits {
  /** A pair nobody asked for in so many milliseconds is not read any more. */
  readonly idleMs: number
  /** A pair that was looked for so long ago is looked for again: there may be new pools. */
  readonly ageMs: number
  readonly pairs: number
  readonly pools: number
}

export const usualLimits: PairLimits = { idleMs: 30 * 60_000, ageMs: 6 * 3_600_000, pairs: 20_000, pools: 20_000 }

export function createKnownPairs({ wrapped, hubs }: Ends, limits: PairLimits = usualLimits): KnownPairs {
  // By use: what was used last stands last.
  const pairs = new Map<string, KnownPair>()
  /** What stands for a pool that several pairs found: what was found of it last, as an object that stays while it says the same. */
  const objects = new Map<Address, Pool>()
  const isWanted = ({ found, used }: KnownPair, now: number) => now - found < limits.ageMs && now - used < limits.idleMs

  function note(pool: Pool): void {
    const known = objects.get(pool.address)
    if (known === undefined || !isSameState(known, pool)) objects.set(pool.address, pool)
  }

  function dropOld(now: number): void {
    for (const [key, one] of pairs) if (!isWanted(one, now)) pairs.delete(key)
    for (const key of [...pairs.keys()].slice(0, -limits.pairs)) pairs.delete(key)
  }

  return {
    find(pair, now) {
      const key = keyOf(pair)
      const known = pairs.get(key)
      if (known === undefined || now - known.found >= limits.ageMs) return undefined
      known.used = now
      pairs.delete(key)
      pairs.set(key, known)
      return known
    },
    add({ pair, tokens, pools, leftOut }, now) {
      const reach = new Set([...pair.map((token) => (token === nativeToken ? wrapped : token)), ...hubs])
      const found = [...pools, ...leftOut].map(({ pool }) => pool)
      for (const pool of found) note(pool)
      pairs.set(keyOf(pair), { tokens, reach, pools: found, found: now, taken: false, used: now })
    },
    extend(pools) {
      for (const pool of pools) note(pool)
      for (const one of pairs.values()) {
        const known = new Set(one.pools.map(({ address }) => address))
        const isNew = ({ address, tokens }: Pool) =>
          !known.has(address) && tokens.filter((token) => one.reach.has(token)).length > 1
        const more = pools.filter(isNew)
        if (more.length > 0) one.pools = [...one.pools, ...more]
      }
    },
    wanted(now) {
      dropOld(now)
      const pools = new Map<Address, Pool>()
      for (const [key, one] of [...pairs].toReversed()) {
        if (pools.size + one.pools.length > limits.pools) pairs.delete(key)
        else for (const pool of one.pools) pools.set(pool.address, objects.get(pool.address) ?? pool)
      }
      for (const address of objects.keys()) if (!pools.has(address)) objects.delete(address)
      const read = [...pairs.values()]
      return {
        pools: [...pools.values()].sort((a, b) => (a.address < b.address ? -1 : 1)),
        taken: () => {
          for (const one of read) one.taken = true
        },
      }
    },
    waiting: () => [...pairs.values()].some(({ taken }) => !taken),
    forget() {
      pairs.clear()
      objects.clear()
    },
    size: () => pairs.size,
  }
}

const keyOf = ([a, b]: Pair): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

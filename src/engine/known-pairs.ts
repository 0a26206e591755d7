/** The pairs that were requested and the pools found for them: what is worth keeping warm. */

import type { Pool } from '#domain/pools/protocol'
import { isSameState } from '#domain/pools/same-state'
import type { Discovery, Pair } from '#domain/quotes/market'
import { getRouteTokens, type RouteNetwork } from '#domain/route-tokens'
import type { Token } from '#domain/token'
import type { Address } from '#domain/units'

export interface KnownPair {
  readonly tokens: readonly Token[]
  /** All tokens that its routes may pass. */
  readonly routeTokens: ReadonlySet<Address>
  pools: readonly Pool[]
  /** When it was found, in milliseconds of `Clock.elapsed`. */
  readonly foundAt: number
  /** Whether its pools are part of the last read. */
  isRead: boolean
  usedAt: number
}

export interface KnownPairs {
  /** Counts as a use. */
  find(pair: Pair, now: number): KnownPair | undefined
  add(discovery: Discovery, now: number): void
  /** Adds each to the pairs whose routes may pass two of its tokens. */
  extend(pools: readonly Pool[]): void
  /**
   * Every pool of the pairs in use, each once and in a stable order. A pool is the same object from block to block,
   * whichever pair was requested last: that tells the engine to pass on only its state.
   */
  selectPoolsToRead(now: number): PoolsToRead
  /** Whether a pair was added since the last selection of pools. */
  readonly hasUnread: () => boolean
  /** Forgets the pairs that have pools of this token. */
  dropToken(token: Address): void
  clear(): void
  readonly size: () => number
}

export interface PoolsToRead {
  readonly pools: readonly Pool[]
  /** Marks their states as read: from now on their pairs can be answered. */
  markRead(): void
}

export interface PairLimits {
  /** A pair not requested for this many milliseconds is no longer read. */
  readonly idleMs: number
  /** A pair found this long ago is looked for again: there may be new pools. */
  readonly ageMs: number
  readonly pairs: number
  readonly pools: number
}

export const defaultPairLimits: PairLimits = { idleMs: 30 * 60_000, ageMs: 6 * 3_600_000, pairs: 20_000, pools: 20_000 }

export function createKnownPairs(network: RouteNetwork, limits: PairLimits = defaultPairLimits): KnownPairs {
  // Ordered by use, the last used at the end.
  const pairs = new Map<string, KnownPair>()
  /** The object of a pool that several pairs found: its last discovery, the same object as long as nothing changes. */
  const objects = new Map<Address, Pool>()
  const isWanted = ({ foundAt: found, usedAt: used }: KnownPair, now: number) =>
    now - found < limits.ageMs && now - used < limits.idleMs

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
      if (known === undefined || now - known.foundAt >= limits.ageMs) return undefined
      known.usedAt = now
      pairs.delete(key)
      pairs.set(key, known)
      return known
    },
    add({ pair, tokens, pools, skipped }, now) {
      const { common, intermediates } = getRouteTokens(network, pair)
      const reach = new Set([...common, ...intermediates])
      const found = [...pools, ...skipped].map(({ pool }) => pool)
      for (const pool of found) note(pool)
      pairs.set(keyOf(pair), { tokens, routeTokens: reach, pools: found, foundAt: now, isRead: false, usedAt: now })
    },
    extend(pools) {
      for (const pool of pools) note(pool)
      for (const one of pairs.values()) {
        const known = new Set(one.pools.map(({ address }) => address))
        const isNew = ({ address, tokens }: Pool) =>
          !known.has(address) && tokens.filter((token) => one.routeTokens.has(token)).length > 1
        const more = pools.filter(isNew)
        if (more.length > 0) one.pools = [...one.pools, ...more]
      }
    },
    selectPoolsToRead(now) {
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
        markRead: () => {
          for (const one of read) one.isRead = true
        },
      }
    },
    hasUnread: () => [...pairs.values()].some(({ isRead: taken }) => !taken),
    dropToken(token) {
      for (const [key, one] of pairs) if (one.pools.some(({ tokens }) => tokens.includes(token))) pairs.delete(key)
    },
    clear() {
      pairs.clear()
      objects.clear()
    },
    size: () => pairs.size,
  }
}

const keyOf = ([a, b]: Pair): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** One network kept warm: follows its head, reads the pools in use once a block, and answers from the newest one. */

import { readNativeBalance } from '#domain/calls/multicall3'
import type { Chain } from '#domain/chain/port'
import { maxTestedTokens } from '#domain/chain/survey'
import type { Clock } from '#domain/clock'
import type { Network } from '#domain/network'
import type { Pool, WiderRead } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Market } from '#domain/quotes/market'
import { type Address, noBytes } from '#domain/units'
import { cacheAnswers } from './answer-cache.ts'
import { toExplainRequest } from './explain-request.ts'
import { createHeadTracker, type HeadTracker } from './head-tracker.ts'
import { createKnownPairs, type KnownPair, type KnownPairs } from './known-pairs.ts'
import { batchReads } from './read-batcher.ts'
import type { Routing } from './routing.ts'

export interface MarketContext {
  readonly clock: Clock
  readonly chain: Chain
  readonly routing: Omit<Routing, 'stop'>
  /** Receives errors that occur while a block is read: no request waits for that, so they are reported only here. */
  readonly onError: (error: unknown) => void
}

export interface WarmMarket extends Market {
  /** Checks for a new block now and reads it, once for all concurrent callers. False if that failed. */
  followHead(): Promise<boolean>
  /** How often to follow the head, in milliseconds. */
  readonly intervalMs: number
  /** Whether there was a request lately. */
  readonly isInUse: () => boolean
  readonly figures: () => MarketFigures
}

export interface MarketFigures {
  readonly block: number | undefined
  readonly pools: number
  readonly pairs: number
  /** How often all pools were read. */
  readonly blocks: number
  /** Heads that did not continue the previous one. */
  readonly reorgs: number
}

/** After this long without a request heads are not followed; the next request asks the chain and wakes the market. */
const idleMs = 5 * 60_000
const maxCachedAnswers = 1_000
const [minIntervalMs, maxIntervalMs] = [100, 1_000]

export function createWarmMarket({ clock, chain, routing, onError: failed }: MarketContext): WarmMarket {
  const { network } = chain
  const every = Math.min(maxIntervalMs, Math.max(minIntervalMs, network.blockTimeMs / 2))
  const newest = createHeadTracker({ clock, chain }, 3 * every + 2_000)
  const pairs = createKnownPairs(network)
  const narrow = new Map<Address, WiderRead['extent']>()
  /** Pools from an index: most of them are empty. */
  const unfound = new Set<Address>()
  const answers = cacheAnswers((question) => routing.find(network.name, question), maxCachedAnswers)
  const read = batchReads((reads) => chain.read(reads))
  const follower = createFollower({ clock, chain, routing }, { newest, pairs, narrow, unfound })
  let asked = Number.NEGATIVE_INFINITY
  const follow = shareInFlight(async () => {
    try {
      await follower.follow()
      return true
    } catch (error) {
      failed(error)
      return false
    }
  })

  /** The newest block with the pair in it. A check already in flight may be too old; the next one is not. */
  async function confirmed(known: KnownPair, since: number): Promise<Snapshot | undefined> {
    for (let looks = 0; looks < 2; looks += 1) {
      const snapshot = newest.current(since)
      if (known.isRead && snapshot !== undefined) return snapshot
      if (!(await follow())) return undefined
    }
    return known.isRead ? newest.current(since) : undefined
  }

  return {
    async getView(pair, number) {
      const [since, slept] = [clock.elapsed(), clock.elapsed() - asked >= idleMs]
      asked = since
      const known = pairs.find(pair, since)
      // a market that slept has more pools to read than the request that wakes it should wait for
      if (known === undefined || (slept && newest.current(since) === undefined)) return undefined
      const snapshot = await confirmed(known, since)
      if (snapshot === undefined) return undefined
      if (number !== undefined && number !== snapshot.block.number) return undefined
      return {
        snapshot,
        token: (address) => known.tokens.find((token) => token.address === address),
        find: async (question) => {
          const answer = await answers.find(snapshot.block.hash, question)
          const of = newest.findByHash(answer.block)
          return of && { ...answer, snapshot: of }
        },
        explain: (question, answer) => routing.explain(network.name, toExplainRequest(question, answer)),
        isBusy: () => routing.figures().waiting > 0,
      }
    },
    findOnce: ({ skipped: _, ...snapshot }, request) => routing.findOnce(network.name, { snapshot, request }),
    addPair: (discovery) => pairs.add(discovery, clock.elapsed()),
    addPools: (pools) => {
      for (const { address } of pools) unfound.add(address)
      pairs.extend(pools)
    },
    widenPools: follower.widenPools,
    read,
    balance: async (address) => {
      const question = readNativeBalance(network.multicall, address)
      const [answer = noBytes] = await read([question])
      return answer === noBytes ? chain.balance(address) : question.decode(answer)
    },
    followHead: follow,
    intervalMs: every,
    isInUse: () => clock.elapsed() - asked < idleMs,
    figures: () => ({
      block: newest.latest()?.block.number,
      pools: newest.latest()?.pools.length ?? 0,
      pairs: pairs.size(),
      ...newest.figures(),
    }),
  }
}

/** Concurrent callers share the result of one run. */
function shareInFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

interface FollowerState {
  readonly newest: HeadTracker
  readonly pairs: KnownPairs
  /** Pools that were once read too narrowly, and the extent at which they are read since. */
  readonly narrow: Map<Address, WiderRead['extent']>
  readonly unfound: ReadonlySet<Address>
}

function createFollower(
  { clock, chain, routing }: Omit<MarketContext, 'onError'>,
  { newest, pairs, narrow, unfound }: FollowerState,
): { follow(): Promise<void> } & Pick<Market, 'widenPools'> {
  let widened = false
  const nextTested = rotateTokens(chain.network)
  /** The pools read wider in the last read, and in the one before. */
  let [wide, wideBefore]: [ReadonlySet<Address>, ReadonlySet<Address>] = [new Set(), new Set()]

  return {
    async follow() {
      const asked = clock.elapsed()
      const isBehind = await newest.isBehind()
      if (!isBehind && !pairs.hasUnread() && !widened) return
      const wanted = pairs.selectPoolsToRead(asked)
      if (pairs.size() === 0 && newest.latest() === undefined) return
      widened = false
      const { pools } = wanted
      const wider = pools.flatMap((pool) => toWiderReads(pool, narrow.get(pool.address)))
      const tested = nextTested(pools)
      const renewed = await chain.refreshStates({ pools, wider, since: newest.latest()?.block, tested })
      // the next quote of such a pair reads the chain and measures the fee
      for (const token of renewed.taxed) pairs.dropToken(token)
      wideBefore = wide
      wide = new Set(wider.map(({ pool }) => pool.address))
      const wentBack = renewed.since === 'replaced' || renewed.since === 'missing'
      const snapshot = newest.accept(renewed, asked)
      if (wentBack && hasLostPool(pools, snapshot, unfound)) {
        // Pools lost with their blocks may exist at other addresses now, and other pools in their place: discover all
        // again.
        pairs.clear()
        narrow.clear()
        newest.clear()
        return
      }
      wanted.markRead()
      // routes do not use skipped pools
      const { skipped: _, ...traded } = snapshot
      routing.updateBlock({ snapshot: traded, wrapped: chain.network.wrapped })
    },
    widenPools(pools) {
      // many requests report the same reading, some after the next has begun: that does not prove a wide read too
      // narrow
      for (const { address } of pools) {
        if (!narrow.has(address)) narrow.set(address, 'wide')
        else if (wideBefore.has(address)) narrow.set(address, 'whole')
      }
      widened = true
    },
  }
}

/** Some of the pools' tokens at a time, in turn; not those that most pools are paired with. */
function rotateTokens({ hubs, wrapped }: Pick<Network, 'hubs' | 'wrapped'>) {
  const common = new Set([...hubs, wrapped])
  let last = ''
  return (pools: readonly Pool[]): readonly Address[] => {
    const all = [...new Set(pools.flatMap(({ tokens }) => tokens))].filter((token) => !common.has(token))
    const inOrder = all.sort((a, b) => (a < b ? -1 : 1))
    const next = [...inOrder.filter((token) => token > last), ...inOrder.filter((token) => token <= last)]
    const tested = next.slice(0, maxTestedTokens)
    last = tested.at(-1) ?? last
    return tested
  }
}

const toWiderReads = (pool: Pool, extent: WiderRead['extent'] | undefined): readonly WiderRead[] =>
  extent === undefined ? [] : [{ pool, extent }]

/** Whether a pool is missing that existed when it was found. */
function hasLostPool(pools: readonly Pool[], snapshot: Snapshot, unfound: ReadonlySet<Address>): boolean {
  const there = new Set([...snapshot.pools, ...(snapshot.skipped ?? [])].map(({ pool }) => pool.address))
  return pools.some(({ address }) => !there.has(address) && !unfound.has(address))
}

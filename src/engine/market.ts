/** One network kept warm: follows its head, reads the wanted pools once a block, and answers from the newest one. */
import type { Market } from '#domain/market'
import type { Chain, Clock } from '#domain/ports'
import type { Pool, Wider } from '#domain/protocol'
import type { Read } from '#domain/reads'
import type { Snapshot } from '#domain/snapshot'
import { type Address, noBytes, type Wei, wei } from '#domain/units'
import { addressWord, callData, uintAt } from '#domain/words'
import { explanationOf } from './explanation.ts'
import { createKnownPairs, type KnownPair, type KnownPairs } from './known-pairs.ts'
import { createNewest, type Newest } from './newest.ts'
import { readTogether } from './read-together.ts'
import { rememberAnswers } from './remembered.ts'
import type { Routing } from './routing.ts'

export interface MarketContext {
  readonly clock: Clock
  readonly chain: Chain
  readonly routing: Omit<Routing, 'stop'>
  /** Is told what went wrong while a block was read: nobody asked for it, so nobody else hears of it. */
  readonly failed: (error: unknown) => void
}

export interface WarmMarket extends Market {
  /** Looks for a new block now, and reads it: once for all who ask meanwhile. False where that could not be done. */
  follow(): Promise<boolean>
  /** How often it should be followed, in milliseconds. */
  readonly every: number
  /** Whether anybody asked lately. */
  readonly wanted: () => boolean
  readonly figures: () => MarketFigures
}

export interface MarketFigures {
  readonly block: number | undefined
  readonly pools: number
  readonly pairs: number
  /** Times that all pools were read. */
  readonly blocks: number
  /** Heads that did not continue the one before. */
  readonly reorgs: number
}

/** Without a request for so long heads are not followed; whoever comes next looks at the chain, and wakes it. */
const idleMs = 5 * 60_000
const mostRemembered = 1_000
const [leastEvery, mostEvery] = [100, 1_000]

export function createMarket({ clock, chain, routing, failed }: MarketContext): WarmMarket {
  const { network } = chain
  const every = Math.min(mostEvery, Math.max(leastEvery, network.blockTimeMs / 2))
  const newest = createNewest({ clock, chain }, 3 * every + 2_000)
  const pairs = createKnownPairs(network)
  const narrow = new Map<Address, Wider['extent']>()
  /** Pools of an index: most of them are empty. */
  const unfound = new Set<Address>()
  const answers = rememberAnswers((question) => routing.find(network.name, question), mostRemembered)
  const read = readTogether((reads) => chain.read(reads))
  const follower = createFollower({ clock, chain, routing }, { newest, pairs, narrow, unfound })
  let asked = Number.NEGATIVE_INFINITY
  const follow = onlyOnce(async () => {
    try {
      await follower.follow()
      return true
    } catch (error) {
      failed(error)
      return false
    }
  })

  /** The newest block with the pair in it. A look that had begun before may not be of now; the next one is. */
  async function confirmed(known: KnownPair, since: number): Promise<Snapshot | undefined> {
    for (let looks = 0; looks < 2; looks += 1) {
      const snapshot = newest.current(since)
      if (known.taken && snapshot !== undefined) return snapshot
      if (!(await follow())) return undefined
    }
    return known.taken ? newest.current(since) : undefined
  }

  return {
    async standing(pair, number) {
      const [since, slept] = [clock.elapsed(), clock.elapsed() - asked >= idleMs]
      asked = since
      const known = pairs.find(pair, since)
      // all pools of a market that slept are more than the one who wakes it should wait for
      if (known === undefined || (slept && newest.current(since) === undefined)) return undefined
      const snapshot = await confirmed(known, since)
      if (snapshot === undefined) return undefined
      if (number !== undefined && number !== snapshot.block.number) return undefined
      return {
        snapshot,
        token: (address) => known.tokens.find((token) => token.address === address),
        find: async (question) => {
          const answer = await answers.find(snapshot.block.hash, question)
          const of = newest.at(answer.block)
          return of && { ...answer, snapshot: of }
        },
        explain: (question, answer) => routing.explain(network.name, explanationOf(question, answer)),
        busy: () => routing.figures().waiting > 0,
      }
    },
    findOnce: ({ leftOut: _, ...snapshot }, request) => routing.findOnce(network.name, { snapshot, request }),
    learn: (discovery) => pairs.add(discovery, clock.elapsed()),
    extend: (pools) => {
      for (const { address } of pools) unfound.add(address)
      pairs.extend(pools)
    },
    widen: follower.widen,
    read,
    balance: async (address) => {
      const question = balanceRead(network.multicall, address)
      const [answer = noBytes] = await read([question])
      return answer === noBytes ? chain.balance(address) : question.decode(answer)
    },
    follow,
    every,
    wanted: () => clock.elapsed() - asked < idleMs,
    figures: () => ({
      block: newest.read()?.block.number,
      pools: newest.read()?.pools.length ?? 0,
      pairs: pairs.size(),
      ...newest.figures(),
    }),
  }
}

/** Whoever asks while it is done gets what comes of that. */
function onlyOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

interface Kept {
  readonly newest: Newest
  readonly pairs: KnownPairs
  /** Pools that were read too narrowly once, and as what they are read since. */
  readonly narrow: Map<Address, Wider['extent']>
  readonly unfound: ReadonlySet<Address>
}

function createFollower(
  { clock, chain, routing }: Omit<MarketContext, 'failed'>,
  { newest, pairs, narrow, unfound }: Kept,
): { follow(): Promise<void> } & Pick<Market, 'widen'> {
  let widened = false
  /** What was wide when the market was read last, and the time before. */
  let [wide, wideBefore]: [ReadonlySet<Address>, ReadonlySet<Address>] = [new Set(), new Set()]

  return {
    async follow() {
      const asked = clock.elapsed()
      const isBehind = await newest.isBehind()
      if (!isBehind && !pairs.waiting() && !widened) return
      const wanted = pairs.wanted(asked)
      if (pairs.size() === 0 && newest.read() === undefined) return
      widened = false
      const { pools } = wanted
      const wider = pools.flatMap((pool) => widerOf(pool, narrow.get(pool.address)))
      const renewed = await chain.renew({ pools, wider, since: newest.read()?.block })
      wideBefore = wide
      wide = new Set(wider.map(({ pool }) => pool.address))
      const wentBack = renewed.since === 'replaced' || renewed.since === 'missing'
      const snapshot = newest.take(renewed, asked)
      if (wentBack && isLost(pools, snapshot, unfound)) {
        // Pools that went with their blocks may stand elsewhere now, and others in their place: all is looked for anew.
        pairs.forget()
        narrow.clear()
        newest.forget()
        return
      }
      wanted.taken()
      // routes have nothing to do with what is left out
      const { leftOut: _, ...traded } = snapshot
      routing.see({ snapshot: traded, wrapped: chain.network.wrapped })
    },
    widen(pools) {
      // many say it of one reading, some when the next is there already: that does not say that wide is too narrow, too
      for (const { address } of pools) {
        if (!narrow.has(address)) narrow.set(address, 'wide')
        else if (wideBefore.has(address)) narrow.set(address, 'whole')
      }
      widened = true
    },
  }
}

const widerOf = (pool: Pool, extent: Wider['extent'] | undefined): readonly Wider[] =>
  extent === undefined ? [] : [{ pool, extent }]

/** Whether a pool is missing that was there when it was found. */
function isLost(pools: readonly Pool[], snapshot: Snapshot, unfound: ReadonlySet<Address>): boolean {
  const there = new Set([...snapshot.pools, ...(snapshot.leftOut ?? [])].map(({ pool }) => pool.address))
  return pools.some(({ address }) => !there.has(address) && !unfound.has(address))
}

/** `getEthBalance(address)` of Multicall3. */
const balanceRead = (multicall: Address, account: Address): Read<Wei> => ({
  to: multicall,
  data: callData('0x4d2301cc', addressWord(account)),
  decode: (answer) => wei(uintAt(answer, 0)),
})

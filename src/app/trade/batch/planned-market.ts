import type { Chain } from '#domain/chain/port'
import type { PoolSurveyRequest, PoolSurveyResult } from '#domain/chain/survey'
import type { Pool, Protocols, Trade } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import type { Leg } from '#domain/quotes/route'
import type { Address } from '#domain/units'

/** A chain on which the swaps of a plan count as done. */
export interface PlannedMarket {
  /** The chain with its pools as the swaps so far leave them. */
  readonly chain: Chain
  /** Whether a swap so far has changed any of these pools, or one that shares a state with them. */
  isTouched(pools: readonly Pool[]): boolean
  /** From here on the pools are as these legs leave them. */
  apply(legs: readonly Leg[]): void
}

/**
 * Reads a chain once per kind of request, so that all rows of a plan are quoted on the same states. A block that is not
 * required makes no other kind: the next row, which names none, is quoted on what was read there.
 */
export function createSurveyCache(chain: Chain): Chain {
  const known = new Map<string, Promise<PoolSurveyResult>>()
  const widened = new Map<Address, Pool>()
  return {
    ...chain,
    survey(request) {
      for (const pool of request.widen ?? []) widened.set(pool.address, pool)
      const isMet = ({ tokens }: Pool) => tokens.filter((token) => request.tokens.includes(token)).length > 1
      const asked = { ...request, widen: [...widened.values()].filter(isMet) }
      const key = toSurveyKey(asked)
      const found = known.get(key) ?? chain.survey(asked)
      known.set(key, found)
      found.catch(() => known.delete(key)) // a failure is not kept
      return found
    },
  }
}

const toSurveyKey = ({ tokens, venues, known = [], reads, balances, widen = [], ...at }: PoolSurveyRequest) =>
  JSON.stringify([
    tokens,
    venues.map(({ name }) => name),
    known.map(({ address }) => address),
    reads.map(({ to, data }) => [to, data]),
    balances,
    at.requiresBlock ? at.block : undefined,
    widen.map(({ address }) => address),
  ])

/** A pool's state with the trades applied to it so far. */
interface Replay {
  readonly state: unknown
  readonly count: number
}

/**
 * Repeats the legs of earlier swaps on whatever state of a pool is read, so a wider reading of it has them too. A pool
 * that shares its state with one that was traded is left out: its new state is known only by reading it.
 */
export function createPlannedMarket(chain: Chain, protocols: Protocols): PlannedMarket {
  const trades = new Map<Address, Trade[]>()
  /** The pool that was traded, by the state that it shares with others. */
  const roots = new Map<Address, Address>()
  /** By the state as it was read. */
  const replays = new Map<unknown, Replay>()

  function replay({ pool, state }: LivePool, done: readonly Trade[]): LivePool | undefined {
    const protocol = protocols.get(pool.venue.protocol)
    if (protocol === undefined) return undefined
    const known = replays.get(state) ?? { state, count: 0 }
    let now = known.state
    try {
      for (const trade of done.slice(known.count)) now = protocol.stateAfter(now, trade)
    } catch (error) {
      if (error instanceof RangeError) return undefined // read too narrowly to take the trades
      throw error
    }
    replays.set(state, { state: now, count: done.length })
    return { pool, state: now }
  }

  function toPlanned(live: LivePool): readonly LivePool[] {
    const owner = roots.get(rootOf(live.pool))
    if (owner === undefined) return [live]
    if (owner !== live.pool.address) return []
    const after = replay(live, trades.get(live.pool.address) ?? [])
    return after === undefined ? [] : [after]
  }

  return {
    chain: {
      ...chain,
      survey: async (request) => {
        const seen = await chain.survey(request)
        return { ...seen, snapshot: { ...seen.snapshot, pools: seen.snapshot.pools.flatMap(toPlanned) } }
      },
    },
    isTouched: (pools) => pools.some((pool) => roots.has(rootOf(pool))),
    apply(legs) {
      for (const { pool, tokenIn, tokenOut, amountIn } of legs) {
        const trade = { from: pool.tokens.indexOf(tokenIn), to: pool.tokens.indexOf(tokenOut), amountIn }
        trades.set(pool.address, [...(trades.get(pool.address) ?? []), trade])
        roots.set(rootOf(pool), pool.address)
      }
    },
  }
}

const rootOf = ({ base, address }: Pool): Address => base ?? address

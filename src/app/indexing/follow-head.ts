/** A service keeps existing indexes up to date while it follows their chains. */
import type { QuoteContext } from '#app/context'
import type { Chain } from '#domain/chain/port'
import { isFailure } from '#domain/errors'
import type { CreatedPool, PoolIndex } from '#domain/pools/creations'
import type { Pool, Venue } from '#domain/pools/protocol'
import type { NetworkName } from '#domain/units'
import { indexSource } from './index-source.ts'
import { listIndexableSources } from './indexer.ts'

export interface FollowHeadContext extends Pick<QuoteContext, 'clock' | 'chain' | 'protocols'> {
  readonly index: PoolIndex
  /** The newest followed block of a network; `undefined` if the network is not followed. */
  readonly followed: (network: NetworkName) => number | undefined
  /** Receives pools that are modelled. May report a pool more than once. */
  readonly found: (chain: Chain, pools: readonly Pool[]) => void
  /** Called on failure: no request waits for this work, so nothing else reports it. */
  readonly failed: (network: NetworkName, error: unknown) => void
}

/** A new pool is worth nothing before it has liquidity. */
const intervalMs = 10_000

/** Runs until stopped. Never starts an index: building one may take hours. */
export function followHead(context: FollowHeadContext, networks: readonly NetworkName[]): { stop(): Promise<void> } {
  const ending = new AbortController()
  const { signal: enough } = ending
  const ends = networks.map(async (network) => {
    let before: number | undefined
    while (!enough.aborted) {
      await context.clock.sleep(intervalMs, enough)
      const block = context.followed(network)
      if (enough.aborted || block === undefined || block === before) continue
      before = block
      await updateIndexes(context, network, enough).catch((error: unknown) => {
        if (!isFailure(error, 'STORE_BUSY')) context.failed(network, error)
      })
    }
  })
  return {
    async stop() {
      ending.abort()
      await Promise.all(ends)
    },
  }
}

async function updateIndexes(
  { clock, chain: chainOf, protocols, index, found }: FollowHeadContext,
  network: NetworkName,
  enough: AbortSignal,
): Promise<void> {
  const chain = await chainOf(network)
  for (const one of listIndexableSources({ protocols, chain })) {
    const { venue } = one
    const cursor = await index.cursor({ network, source: venue.name, factory: venue.factory })
    if (cursor === undefined) continue
    const onStep = ({ pools }: { readonly pools: readonly CreatedPool[] }) => found(chain, toUsablePools(venue, pools))
    await indexSource({ chain, index, clock }, one, { signal: enough, onStep })
  }
}

const toUsablePools = (venue: Venue, pools: readonly CreatedPool[]): readonly Pool[] =>
  pools.flatMap(({ block: _, ...pool }) => (pool.skipReason === undefined ? [{ ...pool, venue }] : []))

/** A service keeps up the indexes that were begun, as long as it follows the chains they are of. */
import type { QuoteContext } from '#app/context'
import type { MadePool, PoolIndex } from '#domain/creations'
import { isFailure } from '#domain/errors'
import type { Chain } from '#domain/ports'
import type { Pool, Venue } from '#domain/protocol'
import type { NetworkName } from '#domain/units'
import { indexSource } from './index-source.ts'
import { indexable } from './indexer.ts'

export interface KeepUpContext extends Pick<QuoteContext, 'clock' | 'chain' | 'protocols'> {
  readonly index: PoolIndex
  /** The newest block that is followed of a network; `undefined` where nobody asks for it. */
  readonly followed: (network: NetworkName) => number | undefined
  /** Is told of pools that can be worked out. Some it was told of before. */
  readonly found: (chain: Chain, pools: readonly Pool[]) => void
  /** Nobody asked for it, so nobody else hears of it. */
  readonly failed: (network: NetworkName, error: unknown) => void
}

/** A new pool is worth nothing before somebody fills it. */
const everyMs = 10_000

/** Until it is stopped. An index that nobody has begun is none of its business: making one may take hours. */
export function keepUp(context: KeepUpContext, networks: readonly NetworkName[]): { stop(): Promise<void> } {
  const ending = new AbortController()
  const { signal: enough } = ending
  const ends = networks.map(async (network) => {
    let before: number | undefined
    while (!enough.aborted) {
      await context.clock.sleep(everyMs, enough)
      const block = context.followed(network)
      if (enough.aborted || block === undefined || block === before) continue
      before = block
      await bringUp(context, network, enough).catch((error: unknown) => {
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

async function bringUp(
  { chain: chainOf, protocols, index, found }: KeepUpContext,
  network: NetworkName,
  enough: AbortSignal,
): Promise<void> {
  const chain = await chainOf(network)
  for (const one of indexable({ protocols, chain })) {
    const { venue } = one
    const cursor = await index.cursor({ network, source: venue.name, factory: venue.factory })
    if (cursor === undefined) continue
    const onStep = ({ pools }: { readonly pools: readonly MadePool[] }) => found(chain, usable(venue, pools))
    await indexSource({ chain, index }, one, { enough, onStep })
  }
}

const usable = (venue: Venue, pools: readonly MadePool[]): readonly Pool[] =>
  pools.flatMap(({ block: _, ...pool }) => (pool.leftOut === undefined ? [{ ...pool, venue }] : []))

/** Lists the sources that have an index, and indexes all of a network's, one after the other. */
import type { QuoteContext } from '#app/context'
import type { Chain } from '#domain/chain/port'
import type { IndexingOptions, IndexingResult, PoolIndex, PoolIndexing } from '#domain/pools/creations'
import type { Protocols } from '#domain/pools/protocol'
import { type IndexableSource, indexSource } from './index-source.ts'

interface Context {
  readonly protocols: Protocols
  readonly chain: Chain
  readonly index: PoolIndex
}

/** Sources of the chain's network without an on-chain lookup by pair. */
export const listIndexableSources = ({ protocols, chain }: Omit<Context, 'index'>): readonly IndexableSource[] =>
  chain.network.venues.flatMap((venue) => {
    const creations = protocols.get(venue.protocol)?.creations
    return creations === undefined ? [] : [{ venue, creations }]
  })

/** @throws as `indexSource` */
export async function indexNetwork(context: Context, options: IndexingOptions): Promise<readonly IndexingResult[]> {
  const done: IndexingResult[] = []
  for (const one of listIndexableSources(context)) {
    const { through, head } = await indexSource(context, one, options)
    const { name, factory } = one.venue
    const counts = await context.index.counts({ network: context.chain.network.name, source: name, factory })
    done.push({ source: name, through, head, counts })
  }
  return done
}

/** Runs `indexNetwork` on every network that a chain can be created for. */
export const createIndexer = (
  context: Pick<QuoteContext, 'chain' | 'protocols'> & Pick<Context, 'index'>,
): PoolIndexing => ({
  index: async (network, options = {}) => {
    const { protocols, index } = context
    return indexNetwork({ protocols, index, chain: await context.chain(network) }, options)
  },
})

/** Which sources have an index, and how it is made for all of a network's, one after the other. */
import type { QuoteContext } from '#app/context'
import type { IndexedNow, Indexing, IndexingOptions, PoolIndex } from '#domain/creations'
import type { Chain } from '#domain/ports'
import type { Protocols } from '#domain/protocol'
import { type Indexable, indexSource } from './index-source.ts'

interface Context {
  readonly protocols: Protocols
  readonly chain: Chain
  readonly index: PoolIndex
}

/** The sources of the chain's network whose pools nobody can be asked for by pair. */
export const indexable = ({ protocols, chain }: Omit<Context, 'index'>): readonly Indexable[] =>
  chain.network.venues.flatMap((venue) => {
    const creations = protocols.get(venue.protocol)?.creations
    return creations === undefined ? [] : [{ venue, creations }]
  })

/** @throws as `indexSource` */
export async function indexNetwork(context: Context, options: IndexingOptions): Promise<readonly IndexedNow[]> {
  const done: IndexedNow[] = []
  for (const one of indexable(context)) {
    const { through, head } = await indexSource(context, one, options)
    const { name, factory } = one.venue
    const counts = await context.index.counts({ network: context.chain.network.name, source: name, factory })
    done.push({ source: name, through, head, counts })
  }
  return done
}

/** The same over every network that a chain can be made for. */
export const createIndexing = (
  context: Pick<QuoteContext, 'chain' | 'protocols'> & Pick<Context, 'index'>,
): Indexing => ({
  index: async (network, options = {}) => {
    const { protocols, index } = context
    return indexNetwork({ protocols, index, chain: await context.chain(network) }, options)
  },
})

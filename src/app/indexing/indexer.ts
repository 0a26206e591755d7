/** Lists the sources that have an index, and indexes all of a network's, one after the other. */
import type { QuoteContext } from '#app/context'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { IndexingOptions, IndexingResult, PoolIndex, PoolIndexing } from '#domain/pools/creations'
import type { Protocols } from '#domain/pools/protocol'
import type { NetworkName } from '#domain/units'
import { type IndexableSource, indexSource } from './index-source.ts'
import { exportPools, importPools, type PoolFileCodec } from './pool-file.ts'

interface Context {
  readonly protocols: Protocols
  readonly chain: Chain
  readonly index: PoolIndex
  readonly clock: Clock
}

/** Sources of the chain's network without an on-chain lookup by pair. */
export const listIndexableSources = ({
  protocols,
  chain,
}: Pick<Context, 'protocols' | 'chain'>): readonly IndexableSource[] =>
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
export function createIndexer(
  made: Pick<QuoteContext, 'chain' | 'protocols' | 'clock'> &
    Pick<Context, 'index'> & { readonly codec: PoolFileCodec },
): PoolIndexing {
  const contextOf = async (network: NetworkName) => ({ ...made, chain: await made.chain(network) })
  return {
    index: async (network, options = {}) => indexNetwork(await contextOf(network), options),
    exportFile: async (network) => {
      const context = await contextOf(network)
      return exportPools(context, listIndexableSources(context))
    },
    importFile: async (network, text) => {
      const context = await contextOf(network)
      return importPools(context, listIndexableSources(context), text)
    },
  }
}

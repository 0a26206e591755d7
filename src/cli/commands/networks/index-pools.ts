import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parsePath, parseText } from '#cli/parse/plain'
import type { NetworkListing } from '#domain/network'
import type { IndexingProgress, IndexingResult } from '#domain/pools/creations'
import { requireEntry } from '#domain/require-entry'

export const indexPools = defineCommand({
  name: 'networks-index',
  about: 'Index the pools of sources without a lookup by pair, from their creation logs. Continues where it stopped.',
  examples: ['networks index base', 'networks index ethereum --db postgres://db.example/swapline'],
  arguments: {
    name: { about: 'the network, by name or chain id', parse: parseText, optional: true, completes: 'network' },
  },
  options: {
    db: {
      flag: '--db <place>',
      about: 'store it in this file or postgres://… instead, as serve does',
      parse: parsePath,
    },
    restart: { flag: '--restart', formerly: '--anew', about: 'discard the index and start from the first block' },
  },
  endless: true,
  networkOf: ({ name }) => name,
  schema: async () => (await import('#cli/schemas/network/networks')).IndexResult,

  async run(context, { name, db, restart }) {
    const { name: network, title, chainId } = await resolveNetwork(context, name)
    const indexing = await context.indexing(db ?? context.settings.get('serve.db'))
    const ending = new AbortController()
    context.interruption.onEnd(() => ending.abort())
    const progress = context.out.startProgress(`indexing ${title}`)
    const tell = createStepReporter(progress.update)
    try {
      const sources = await indexing.index(network, { restart, onStep: tell, signal: ending.signal })
      const isWhole = !ending.signal.aborted
      context.out.printResult({
        data: { network, complete: isWhole, sources: sources.map(sourceView) },
        lines: ({ paint }) =>
          sources.length === 0
            ? [`Every source of ${title} has a pool lookup by pair; there is nothing to index.`]
            : [
                ...sources.map(
                  (one) => `${paint.good('✔')} ${one.source}: ${countWords(one)}, to block ${one.through}`,
                ),
                ...(isWhole ? [] : [`  Not done yet. Continue: ${paint.next(`swapline networks index ${network}`)}`]),
              ],
        exit: isWhole ? 0 : 16,
        meta: { network, ...(chainId === null ? {} : { chainId }) },
      })
    } finally {
      progress.stop()
    }
  },
})

/** @throws `USAGE`, `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED` */
async function resolveNetwork(context: Context, name: string | undefined): Promise<NetworkListing> {
  const { findNetwork } = await import('#networks/find')
  const listing = name === undefined ? await context.resolveNetwork() : findNetwork(name)
  requireEntry(listing)
  return listing
}

/** Reports how far each source is, with the number of pools found in this run. */
function createStepReporter(tell: (words: string) => void): (step: IndexingProgress) => void {
  const found = new Map<string, number>()
  return ({ source, first, through, head, pools }) => {
    found.set(source, (found.get(source) ?? 0) + pools.length)
    const share = head < first ? 1 : (through - first + 1) / (head - first + 1)
    const percent = `${Math.floor(100 * share)} %`
    tell(`${source}: block ${through} of ${head} (${percent}), ${found.get(source)} pools found`)
  }
}

const sourceView = ({ source, through, head, counts }: IndexingResult) => {
  const { '': usable = 0, ...skipped } = counts
  return { source, through, head, pools: usable, skipped }
}

function countWords({ counts }: IndexingResult): string {
  const { '': usable = 0, ...skipped } = counts
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`)
  const rest = reasons.length === 0 ? '' : `, skipped: ${reasons.join(', ')}`
  return `${usable} ${usable === 1 ? 'pool' : 'pools'}${rest}`
}

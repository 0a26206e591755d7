import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { path, plainText } from '#cli/parse/plain'
import type { IndexedNow, IndexingStep } from '#domain/creations'
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'

export const indexPools = defineCommand({
  name: 'networks-index',
  about:
    'Find the pools of sources that have no look-up by pair, from the logs of their making. Goes on where it ended.',
  examples: ['networks index base', 'networks index ethereum --db postgres://db.example/swapline'],
  arguments: { name: { about: 'the network, by name or chain id', parse: plainText, optional: true } },
  options: {
    db: { flag: '--db <place>', about: 'keep it in this file or postgres://… instead, as serve does', parse: path },
    anew: { flag: '--anew', about: 'forget what is indexed and begin at the beginning' },
  },
  endless: true,
  networkOf: ({ name }) => name,
  schema: async () => (await import('#cli/schemas/networks')).Indexed,

  async run(context, { name, db, anew }) {
    const { name: network, title, chainId } = await chosen(context, name)
    const indexing = await context.indexing(db ?? context.settings.get('serve.db'))
    const ending = new AbortController()
    context.interruption.ending(() => ending.abort())
    const progress = context.out.progress(`indexing ${title}`)
    const tell = told(progress.tell)
    try {
      const sources = await indexing.index(network, { anew, onStep: tell, enough: ending.signal })
      const isWhole = !ending.signal.aborted
      context.out.result({
        data: { network, complete: isWhole, sources: sources.map(sourceView) },
        lines: ({ paint }) =>
          sources.length === 0
            ? [`Every source of ${title} is asked for pools by pair; there is nothing to index.`]
            : [
                ...sources.map(
                  (one) => `${paint.good('✔')} ${one.source}: ${countWords(one)}, to block ${one.through}`,
                ),
                ...(isWhole ? [] : [`  Not done yet. Go on: ${paint.next(`swapline networks index ${network}`)}`]),
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
async function chosen(context: Context, name: string | undefined): Promise<NetworkListing> {
  const { findNetwork } = await import('#networks/find')
  const listing = name === undefined ? await context.network() : findNetwork(name)
  if (listing.entry === undefined) throw fail('NETWORK_NOT_SUPPORTED', { name: listing.name })
  return listing
}

/** How far each source is, with the pools this run has found. */
function told(tell: (words: string) => void): (step: IndexingStep) => void {
  const found = new Map<string, number>()
  return ({ source, first, through, head, pools }) => {
    found.set(source, (found.get(source) ?? 0) + pools.length)
    const share = head < first ? 1 : (through - first + 1) / (head - first + 1)
    const percent = `${Math.floor(100 * share)} %`
    tell(`${source}: block ${through} of ${head} (${percent}), ${found.get(source)} pools found`)
  }
}

const sourceView = ({ source, through, head, counts }: IndexedNow) => {
  const { '': usable = 0, ...leftOut } = counts
  return { source, through, head, pools: usable, leftOut }
}

function countWords({ counts }: IndexedNow): string {
  const { '': usable = 0, ...leftOut } = counts
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${count} ${reason}`)
  const rest = reasons.length === 0 ? '' : `, left out: ${reasons.join(', ')}`
  return `${usable} ${usable === 1 ? 'pool' : 'pools'}${rest}`
}

import { existsSync, readFileSync } from 'node:fs'
import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { createTimeLeft, formatTimeLeft } from '#cli/out/time-left'
import { parsePath, parseText } from '#cli/parse/plain'
import { parseStorePlace } from '#cli/parse/store-place'
import { writeNewFile } from '#cli/request/write-new-file'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'
import type { IndexingProgress, IndexingResult } from '#domain/pools/creations'
import { requireEntry } from '#domain/require-entry'

export const indexPools = defineCommand({
  name: 'networks-index',
  about: 'Index the pools of sources without a lookup by pair, from their creation logs. Continues where it stopped.',
  examples: [
    'networks index base --rate 5',
    'networks index base --export base-pools.json',
    'networks index ethereum --db postgres://db.example/swapline',
  ],
  arguments: {
    name: { about: 'the network, by name or chain id', parse: parseText, optional: true, completes: 'network' },
  },
  options: {
    db: {
      flag: '--db <place>',
      about: 'store it in this file or postgres://… instead, as serve does',
      parse: parseStorePlace,
    },
    rate: { flag: '--rate <n>', about: 'ask the endpoint at most so many times a second', parse: parseRate },
    import: { flag: '--import <file>', about: 'first take over what --export wrote elsewhere', parse: parsePath },
    export: { flag: '--export <file>', about: 'write what is indexed then to a new file', parse: parsePath },
    restart: { flag: '--restart', formerly: '--anew', about: 'discard the index and start from the first block' },
  },
  endless: true,
  networkOf: ({ name }) => name,
  schema: async () => (await import('#cli/schemas/network/networks')).IndexResult,

  async run(context, { name, db, restart, rate, import: from, export: to }) {
    const { name: network, title, chainId } = await resolveNetwork(context, name)
    if (to !== undefined && existsSync(to))
      throw fail('USAGE', { reason: `${to} exists already.`, fix: '--export <file>' })
    const indexing = await context.indexing(db ?? context.settings.get('serve.db'))
    const ending = new AbortController()
    context.interruption.onEnd(() => ending.abort())
    const progress = context.out.startProgress(`indexing ${title}`)
    const tell = createStepReporter(context.clock, progress.update)
    try {
      const imported = from === undefined ? [] : await indexing.importFile(network, readText(from))
      const options = { restart, onStep: tell, signal: ending.signal, maxPerSecond: rate }
      const sources = await indexing.index(network, options)
      if (to !== undefined) writeNewFile(to, await indexing.exportFile(network), '--export')
      const isWhole = !ending.signal.aborted
      context.out.printResult({
        data: { network, complete: isWhole, sources: sources.map(sourceView), imported, exported: to ?? null },
        lines: ({ paint }) =>
          sources.length === 0
            ? [`Every source of ${title} has a pool lookup by pair; there is nothing to index.`]
            : [
                ...sources.map(
                  (one) => `${paint.good('✔')} ${one.source}: ${countWords(one)}, to block ${one.through}`,
                ),
                ...(to === undefined ? [] : [`${paint.good('✔')} written to ${to}`]),
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

/** How far each source is, the number of pools found in this run, and how long the source still takes. */
function createStepReporter(clock: Clock, tell: (words: string) => void): (step: IndexingProgress) => void {
  const found = new Map<string, number>()
  const lefts = new Map<string, ReturnType<typeof createTimeLeft>>()
  return ({ source, first, through, head, pools }) => {
    found.set(source, (found.get(source) ?? 0) + pools.length)
    const leftOf = lefts.get(source) ?? createTimeLeft(clock)
    lefts.set(source, leftOf)
    const [done, total] = [through - first + 1, head - first + 1]
    const percent = `${head < first ? 100 : Math.floor((100 * done) / total)} %`
    const seconds = leftOf(done, total)
    const left = seconds === undefined || done >= total ? '' : `, ${formatTimeLeft(seconds)}`
    tell(`${source}: block ${through} of ${head} (${percent}), ${found.get(source)} pools found${left}`)
  }
}

/** @throws `VALIDATION_FAILED` */
function parseRate(text: string): number {
  const rate = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text.trim()) || rate < 0.01 || rate > 10_000)
    throw fail('VALIDATION_FAILED', { reason: `"${text}" is no number of requests a second, 0.01 to 10000` })
  return rate
}

/** @throws `USAGE` */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw fail('USAGE', {
      reason: `${path} cannot be read: ${String(error.code)}.`,
      fix: 'name the file: --import <file>',
    })
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

import { defineCommand } from '#cli/define-command'
import { bundleArgument } from '#cli/request/debugging/bundle-argument'
import { changeNames, parseChanges, toWhatIf } from '#cli/request/debugging/what-if'
import { replayLines } from '#cli/screens/debugging/replay'
import { version } from '#cli/version'
import { replayView } from '#cli/views/debugging/replay'
import { fail } from '#domain/errors'

export const command = defineCommand({
  name: 'replay',
  about: 'Compute a recorded quote again, offline and to the smallest unit; with changes, or on the chain of today.',
  group: 'Look',
  examples: [
    'replay case-17.quote.json',
    'replay case-17.quote.json --what-if max-hops=2,amount=1.5',
    'replay case-17.quote.json --at latest',
  ],
  arguments: { bundle: bundleArgument },
  options: {
    whatIf: {
      flag: '--what-if <changes>',
      about: `name=value, …: ${changeNames.join(', ')}; repeatable`,
      parse: parseChanges,
      repeat: true,
    },
    at: {
      flag: '--at <block>',
      about: 'price it again on the chain: at a block, or latest',
      parse: parseBlock,
    },
  },
  schema: async () => (await import('#cli/schemas/debugging/replay')).ReplayResult,

  async run(context, { bundle: path, whatIf, at }) {
    const { readBundle } = await import('#cli/request/debugging/bundle-file')
    const { bundle, app } = await readBundle(context, path)
    const { market, quote } = bundle
    if (market === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
    if (quote === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'quote' })
    const debugging = await context.debugging()
    const replay = debugging.replay(bundle)
    const words = whatIf.flat()
    const report = {
      bundle: { ...bundle, market, quote },
      app,
      version,
      replay,
      whatIf:
        words.length === 0 ? undefined : { words, result: debugging.whatIf(bundle, await toWhatIf(words, bundle)) },
      at:
        at === undefined
          ? undefined
          : await context.out.withSpinner(
              'Reading the pools',
              debugging.reprice(bundle, at === 'latest' ? undefined : at),
            ),
    }
    const isGood = replay.evaluated.isEqual && (replay.searched.isEqual || app.version !== version)
    context.out.printResult({
      data: () => replayView(report),
      lines: (screen) => replayLines(report, screen),
      meta: { network: bundle.network, chainId: bundle.chainId },
      exit: isGood ? 0 : 16,
    })
  },
})

/** A block, or the newest. @throws `VALIDATION_FAILED` */
function parseBlock(text: string): number | 'latest' {
  if (text === 'latest') return text
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw fail('VALIDATION_FAILED', { reason: `"${text}" is neither a block nor latest` })
}

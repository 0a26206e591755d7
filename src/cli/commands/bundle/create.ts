import { defineCommand } from '#cli/define-command'
import { parsePath } from '#cli/parse/plain'
import { parseQuoteReference } from '#cli/parse/reference'
import { bundleLines } from '#cli/screens/debugging/bundle'
import { bundleView } from '#cli/views/debugging/bundle'

export const create = defineCommand({
  name: 'bundle-create',
  about: 'Write the bundle of a quote of the last minutes: its pools are read again at its block.',
  examples: ['bundle create last', 'bundle create 7b3e91c4 --out case-17.quote.json'],
  arguments: {
    quote: { about: 'id of a quote, its first 8 characters, or last', parse: parseQuoteReference, ask: 'Which quote?' },
  },
  options: {
    out: { flag: '--out <file>', about: 'the file to write; default: named after the quote', parse: parsePath },
  },
  schema: async () => (await import('#cli/schemas/debugging/bundle')).WrittenBundle,

  async run(context, { quote: reference, out }) {
    const debugging = await context.debugging()
    const bundle = await context.out.withSpinner('Reading the pools of its block', debugging.record(reference))
    const { decodeBundle, encodeBundle, writeBundle } = await import('#cli/request/debugging/bundle-file')
    const file = out ?? `${bundle.quote?.id.slice(0, 8)}.quote.json`
    writeBundle(file, bundle, { option: '--out' })
    const written = decodeBundle(encodeBundle(bundle))
    context.out.printResult({
      data: () => ({ ...bundleView(written), file }),
      lines: (screen) => [
        ...bundleLines(written, screen),
        `  Bundle    ${file}`,
        `  Next      ${screen.paint.next(`swapline explain ${file}`)}`,
      ],
      meta: { network: bundle.network, chainId: bundle.chainId },
    })
  },
})

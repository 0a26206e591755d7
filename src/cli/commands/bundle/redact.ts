import { defineCommand } from '#cli/define-command'
import { parsePath } from '#cli/parse/plain'
import { bundleArgument } from '#cli/request/debugging/bundle-argument'
import { bundleLines } from '#cli/screens/debugging/bundle'
import { bundleView } from '#cli/views/debugging/bundle'
import { fail } from '#domain/errors'

export const redact = defineCommand({
  name: 'bundle-redact',
  about: 'Write a copy of a bundle without wallet addresses. It is replayed as before.',
  examples: ['bundle redact case-17.quote.json --addresses --out public.quote.json'],
  arguments: { bundle: bundleArgument },
  options: {
    addresses: { flag: '--addresses', about: 'replace wallets by aliases; drop transaction, balance and allowance' },
    out: { flag: '--out <file>', about: 'the file to write; default: standard output', parse: parsePath },
  },
  schema: async () => (await import('#cli/schemas/debugging/bundle')).WrittenBundle,

  async run(context, { bundle: path, addresses, out }) {
    if (!addresses)
      throw fail('USAGE', {
        reason: 'A bundle has no keys, URLs or paths anyway; say what else is to go.',
        fix: `swapline bundle redact ${path} --addresses`,
      })
    const { decodeBundle, encodeBundle, readBundle, writeBundle } = await import('#cli/request/debugging/bundle-file')
    const { redactAddresses } = await import('#cli/request/debugging/redact-bundle')
    const { bundle, app } = await readBundle(context, path)
    const redacted = redactAddresses(bundle)
    const text = encodeBundle(redacted, app)
    const file = out ?? '-'
    if (out !== undefined) writeBundle(out, redacted, { app, option: '--out' })
    context.out.printResult({
      data: () => ({ ...bundleView(decodeBundle(text)), file }),
      isVerbatim: out === undefined,
      lines: (screen) =>
        out === undefined ? [text.trimEnd()] : [...bundleLines(decodeBundle(text), screen), `  Bundle    ${out}`],
      meta: { network: bundle.network, chainId: bundle.chainId },
    })
  },
})

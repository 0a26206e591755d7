import { defineCommand } from '#cli/define-command'
import { bundleArgument } from '#cli/request/debugging/bundle-argument'
import { bundleLines } from '#cli/screens/debugging/bundle'
import { bundleView } from '#cli/views/debugging/bundle'

export const inspect = defineCommand({
  name: 'bundle-inspect',
  about: 'Say what is in a bundle.',
  examples: ['bundle inspect case-17.quote.json'],
  arguments: { bundle: bundleArgument },
  options: {},
  schema: async () => (await import('#cli/schemas/debugging/bundle')).BundleContents,

  async run(context, { bundle: path }) {
    const { readBundle } = await import('#cli/request/debugging/bundle-file')
    const read = await readBundle(context, path)
    context.out.printResult({
      data: () => bundleView(read),
      lines: (screen) => bundleLines(read, screen),
      meta: { network: read.bundle.network, chainId: read.bundle.chainId },
    })
  },
})

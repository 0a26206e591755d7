import { defineCommand } from '#cli/define-command'
import { bundleArgument } from '#cli/request/debugging/bundle-argument'
import { checkLines } from '#cli/screens/debugging/bundle'

export const verify = defineCommand({
  name: 'bundle-verify',
  about: 'Check that a bundle is whole and agrees with itself, without a chain.',
  examples: ['bundle verify case-17.quote.json'],
  arguments: { bundle: bundleArgument },
  options: {},
  schema: async () => (await import('#cli/schemas/debugging/bundle')).BundleVerification,

  async run(context, { bundle: path }) {
    const { readBundle } = await import('#cli/request/debugging/bundle-file')
    const { bundle, isIntact } = await readBundle(context, path)
    const file = {
      check: 'file' as const,
      ok: isIntact,
      message: isIntact ? 'as it was written' : 'changed since it was written: its hash is another one',
    }
    const checks = [file, ...(await context.debugging()).check(bundle)]
    const ok = checks.every((one) => one.ok)
    context.out.printResult({
      data: { ok, checks: checks.map((one) => ({ ...one })) },
      lines: (screen) => checkLines(checks, screen),
      meta: { network: bundle.network, chainId: bundle.chainId },
      exit: ok ? 0 : 16,
    })
  },
})

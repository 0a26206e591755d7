import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseCase, toHash } from '#cli/request/debugging/find-bundle'
import { requireTradable } from '#cli/request/quote-options'
import { traceLines } from '#cli/screens/debugging/trace'
import { traceView } from '#cli/views/debugging/trace'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { requireEntry } from '#domain/require-entry'
import type { Hex } from '#domain/units'
import { findNetwork } from '#networks/find'

export const command = defineCommand({
  name: 'trace',
  about: 'Show what a transaction did, call by call: where its revert began, why, and what to do.',
  group: 'Look',
  examples: ['trace 0x5a…e1 -n base', 'trace case-17.quote.json'],
  arguments: {
    case: {
      about: 'hash of a transaction, or the bundle of a swap',
      parse: parseCase,
      ask: 'Which transaction?',
      completes: 'file',
    },
  },
  options: {},
  needsNetwork: ([word = '']) => toHash(word) !== undefined,
  schema: async () => (await import('#cli/schemas/debugging/trace')).TraceResult,

  async run(context, { case: word }) {
    const { hash, network } = await findTransaction(context, word)
    const debugging = await context.debugging()
    const trace = await context.out.withSpinner('Asking the chain', debugging.trace(network.name, hash))
    if (trace === undefined) throw fail('SWAP_NOT_FOUND', { id: hash, network: network.title })
    context.out.printResult({
      data: () => traceView(trace),
      lines: (screen) => traceLines(trace, network, screen),
      meta: { network: network.name, chainId: network.chainId },
    })
  },
})

async function findTransaction(
  context: Context,
  word: string,
): Promise<{ readonly hash: Hex; readonly network: Network }> {
  const hash = toHash(word)
  if (hash !== undefined) return { hash, network: await requireTradable(context) }
  const { readBundle } = await import('#cli/request/debugging/bundle-file')
  const { bundle } = await readBundle(context, word)
  if (bundle.transaction === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'transaction' })
  return { hash: bundle.transaction.hash, network: requireEntry(findNetwork(bundle.network)) }
}

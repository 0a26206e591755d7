import { defineCommand } from '#cli/define-command'
import { outOption } from '#cli/request/offline/out-option'
import { refuseTerms } from '#cli/request/refuse-terms'
import { buildOptions, swapArguments } from '#cli/request/swap-input'

export const build = defineCommand({
  name: 'tx-build',
  about: 'Write the unsigned transaction of a swap to a file, for a machine that has the key and no network.',
  examples: ['tx build 10 ETH USDC -n base', 'tx build last --out swap.unsigned.json', 'tx build 1 ETH DAI --nonce 7'],
  arguments: swapArguments,
  options: { ...buildOptions, out: outOption },
  // A quote has its network.
  needsNetwork: ({ length }) => length > 1,
  schema: async () => (await import('#cli/schemas/trade/offline')).BuildResult,

  async run(context, input) {
    const { buildSwapFile } = await import('#cli/request/offline/build')
    const whole = { ...input, ...ofSendingOnly }
    refuseTerms(context, whole)
    await buildSwapFile(context, whole)
  },
})

/** What only who signs and sends decides. */
const ofSendingOnly = {
  approve: 'never',
  requote: 'never',
  dryRun: false,
  realState: false,
  buildOnly: true,
  signOnly: false,
  noSimulate: false,
  trustRouter: undefined,
  id: undefined,
  bumpAfter: undefined,
  maxBumps: 1,
  private: undefined,
  privateFallback: undefined,
  noWait: false,
  confirmations: 1,
  allowRecipient: false,
  allowUnsimulated: false,
  allowMax: false,
} as const

import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { findOfQuote, nameEarlier } from '#cli/request/name-earlier'
import { noteQuote } from '#cli/request/note-quote'
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
  nameEarlier: (context, { words: [what = '', sell] }) => nameUse(context, what.trim(), sell),
  schema: async () => (await import('#cli/schemas/trade/offline')).BuildResult,

  async run(context, input) {
    const { buildSwapFile } = await import('#cli/request/offline/build')
    const whole = { ...input, ...ofSendingOnly }
    nameUse(context, input.what, input.sell)
    try {
      refuseTerms(context, whole)
      await buildSwapFile(context, whole)
    } catch (error) {
      throw noteQuote(context, { ...whole, gasless: false }, error)
    }
  },
})

/** The quote may have been swapped before, or its approval sent. */
const nameUse = (context: Context, what: string, sell: string | undefined): void =>
  nameEarlier(context, async () => (sell === undefined ? findOfQuote(context, what, 'swap') : undefined))

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

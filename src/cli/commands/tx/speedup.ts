import { defineCommand } from '#cli/define-command'
import { nameReplaced, replaceArguments, replaceOptions, runReplacement } from '#cli/request/replace-input'

export const speedup = defineCommand({
  name: 'tx-speedup',
  about: 'Send a pending transaction again with higher fees: same nonce, same call, so it happens once.',
  examples: ['tx speedup last', 'tx speedup e41f08aa --bump 25% --max-fee 40', 'tx speedup order-17 -y -o json'],
  arguments: replaceArguments,
  options: replaceOptions,
  sends: true,
  nameEarlier: nameReplaced,
  schema: async () => (await import('#cli/schemas/trade/swap')).Swap,

  async run(context, input) {
    context.out.printResult(await runReplacement(context, input, 'speedup'))
  },
})

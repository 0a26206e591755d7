import { defineCommand } from '#cli/define-command'
import { nameReplaced, replaceArguments, replaceOptions, runReplacement } from '#cli/request/replace-input'

export const cancel = defineCommand({
  name: 'tx-cancel',
  about: 'Use up the nonce of a pending transaction by a transfer of nothing to yourself.',
  examples: ['tx cancel last', 'tx cancel e41f08aa --max-fee 40', 'tx cancel order-17 -y -o json'],
  arguments: replaceArguments,
  options: replaceOptions,
  sends: true,
  nameEarlier: nameReplaced,
  schema: async () => (await import('#cli/schemas/trade/swap')).Swap,

  async run(context, input) {
    context.out.printResult(await runReplacement(context, input, 'cancel'))
  },
})

import { checksum } from '#cli/checksum'
import { chooseAccount } from '#cli/choose-account'
import { defineCommand } from '#cli/define-command'
import { createDialogue } from '#cli/dialogue'
import { tradable } from '#cli/quote-options'
import { transactionView } from '#cli/views/transaction'
import { transactionOf } from '#domain/swap'

export const deploy = defineCommand({
  name: 'router-deploy',
  about: 'Put our router on a network, at its one address, unless it stands there already.',
  examples: ['router deploy -n base'],
  arguments: {},
  options: {},
  sends: true,
  schema: async () => (await import('#cli/schemas/swap')).Deployment,

  async run(context) {
    const network = await tradable(context)
    const account = await chooseAccount(context)
    const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
    try {
      const trader = await context.trader()
      await context.prompts.confirm(`Deploy the router on ${network.title} with ${account.name}?`)
      const { address, intent } = await trader.deployRouter(network.name, account.name, dialogue)
      const tx = intent === undefined ? undefined : transactionOf(intent, 'deploy')
      context.out.result({
        data: {
          address: checksum(address),
          deployed: intent !== undefined,
          ...(tx === undefined ? {} : { tx: transactionView(tx) }),
        },
        lines: ({ paint }) => [
          `${paint.good('✔')} The router stands at ${checksum(address)}${tx === undefined ? ' already' : ` · ${tx.hash}`}`,
        ],
        meta: { network: network.name, chainId: network.chainId },
      })
    } finally {
      dialogue.end()
    }
  },
})

import { checksum } from '#cli/checksum'
import { chooseAccount } from '#cli/choose-account'
import { defineCommand } from '#cli/define-command'
import { createDialogue } from '#cli/dialogue'
import { tradable } from '#cli/quote-options'
import { transactionView } from '#cli/views/transaction'
import { transactionOf } from '#domain/swap'
import type { Deployed } from '#domain/trader'

export const deploy = defineCommand({
  name: 'router-deploy',
  about: 'Put our router and its adapters on a network, where each does not stand already.',
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
      const { router, adapters } = await trader.deployRouter(network.name, account.name, dialogue)
      context.out.result({
        data: { ...deployedView(router), adapters: adapters.map((one) => ({ name: one.name, ...deployedView(one) })) },
        lines: ({ paint }) => [
          `${paint.good('✔')} The router ${placeWords(router)}`,
          ...adapters.map((one) => `${paint.good('✔')} The adapter ${one.name} ${placeWords(one)}`),
        ],
        meta: { network: network.name, chainId: network.chainId },
      })
    } finally {
      dialogue.end()
    }
  },
})

const txOf = ({ intent }: Deployed) => (intent === undefined ? undefined : transactionOf(intent, 'deploy'))

function deployedView(contract: Deployed) {
  const tx = txOf(contract)
  return {
    address: checksum(contract.address),
    deployed: contract.intent !== undefined,
    ...(tx === undefined ? {} : { tx: transactionView(tx) }),
  }
}

function placeWords(contract: Deployed): string {
  const tx = txOf(contract)
  return `stands at ${checksum(contract.address)}${tx === undefined ? ' already' : ` · ${tx.hash}`}`
}

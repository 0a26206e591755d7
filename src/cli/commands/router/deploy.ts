import { defineCommand } from '#cli/define-command'
import { nameEarlier } from '#cli/request/name-earlier'
import { requireTradable } from '#cli/request/quote-options'
import { chooseAccount } from '#cli/talk/choose-account'
import { createDialogue } from '#cli/talk/dialogue'
import { transactionView } from '#cli/views/trade/transaction'
import { transactionOf } from '#domain/journal/swap'
import type { DeployedContract } from '#domain/trade/trader'
import { checksum } from '#text/checksum'

export const deploy = defineCommand({
  name: 'router-deploy',
  about: 'Deploy our router and its adapters on a network, unless they are there already.',
  examples: ['router deploy -n base', 'router deploy --crossing -n base'],
  arguments: {},
  options: { crossing: { flag: '--crossing', about: 'the contract of swaps to other networks as well' } },
  sends: true,
  schema: async () => (await import('#cli/schemas/trade/swap')).Deployment,

  async run(context, { crossing }) {
    const network = await requireTradable(context)
    const account = await chooseAccount(context)
    const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
    try {
      const trader = await context.trader()
      nameEarlier(context, () => trader.findOpenDeployment(network.name, account.name, crossing))
      await context.prompts.confirm(`Deploy the router on ${network.title} with ${account.name}?`)
      const { router, adapters } = await trader.deployRouter(network.name, account.name, dialogue, crossing)
      context.out.printResult({
        data: { ...deployedView(router), adapters: adapters.map((one) => ({ name: one.name, ...deployedView(one) })) },
        lines: ({ paint }) => [
          `${paint.good('✔')} The router ${describePlace(router)}`,
          ...adapters.map(
            (one) =>
              `${paint.good('✔')} The ${crossingTitles[one.name] ?? `adapter ${one.name}`} ${describePlace(one)}`,
          ),
        ],
        meta: { network: network.name, chainId: network.chainId },
      })
    } finally {
      dialogue.end()
    }
  },
})

const crossingTitles: Readonly<Record<string, string>> = {
  crossing: 'crossing contract',
  'cctp-bridge': 'CCTP bridge of the crossing contract',
  'stargate-bridge': 'Stargate bridge of the crossing contract',
}

const txOf = ({ intent }: DeployedContract) => (intent === undefined ? undefined : transactionOf(intent, 'deploy'))

function deployedView(contract: DeployedContract) {
  const tx = txOf(contract)
  return {
    address: checksum(contract.address),
    deployed: contract.intent !== undefined,
    ...(tx === undefined ? {} : { tx: transactionView(tx) }),
  }
}

function describePlace(contract: DeployedContract): string {
  const tx = txOf(contract)
  return `is deployed at ${checksum(contract.address)}${tx === undefined ? ' already' : ` · ${tx.hash}`}`
}

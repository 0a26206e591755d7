import type { TradeContext } from '#app/context'
import { checkAccountKind } from '#app/trade/account-kind'
import { followStep, type Patience } from '#app/trade/follow'
import { callBudget } from '#app/trade/gas-budget'
import { withOutcome } from '#app/trade/outcome'
import { payable } from '#app/trade/payable'
import { signAndSend } from '#app/trade/send'
import { fail } from '#domain/errors'
import type { Chain } from '#domain/ports'
import type { Intent } from '#domain/swap'
import type { Deployed, Dialogue } from '#domain/trader'
import { type NetworkName, wei } from '#domain/units'
import { isCodeOf } from '#encoding/pinned'
import { type Deployable, deployables, deployer, deployerSender } from '#encoding/router-deploy'

interface Deploying {
  readonly network: NetworkName
  readonly account: string
  readonly patience: Patience
}

/**
 * Puts the network's router and the adapters in their places by the deterministic deployer, each unless it stands
 * there already. One transaction and one intent each, the router's first.
 * @throws `ROUTER_NOT_TRUSTED` where other code stands in a place, `TRANSACTION_BUILD_FAILED` where the chain has no
 *   deterministic deployer.
 */
export async function deployRouter(
  context: TradeContext,
  input: Deploying,
  dialogue: Dialogue,
): Promise<{ readonly router: Deployed; readonly adapters: readonly Deployed[] }> {
  const chain = await context.chain(input.network)
  const place = async (contract: Deployable): Promise<Deployed> => {
    const { name, address } = contract
    const intent = (await stands(chain, contract)) ? undefined : await deploy(context, { ...input, contract }, dialogue)
    return { name, address, intent }
  }
  const [ours, ...others] = deployables(chain.network)
  const router = await place(ours)
  const adapters: Deployed[] = []
  for (const one of others) adapters.push(await place(one))
  return { router, adapters }
}

async function stands(chain: Chain, contract: Deployable): Promise<boolean> {
  const code = await chain.code(contract.address)
  if (isCodeOf(contract, code)) return true
  if (code === '0x') return false
  throw fail('ROUTER_NOT_TRUSTED', { address: contract.address, reason: 'other code stands at its address' })
}

async function deploy(
  context: TradeContext,
  { network, account, patience, contract }: Deploying & { readonly contract: Deployable },
  dialogue: Dialogue,
): Promise<Intent> {
  const chain = await context.chain(network)
  const { address, data } = contract
  if ((await chain.code(deployer)) === '0x')
    throw fail('TRANSACTION_BUILD_FAILED', {
      reason: `${network} has no deterministic deployer at ${deployer}.`,
      fix: [
        `place it: send 0.01 ${chain.network.native.symbol} to ${deployerSender}, then broadcast its published transaction (docs/contracts.md)`,
      ],
    })

  const found = await context.accounts.find(account)
  checkAccountKind(found, chain.network)
  const signer = context.accounts.signer(found)
  const payload = await payable(chain, { from: signer.address, to: deployer, data, value: wei(0n) })
  const { chainId } = chain.network
  const opened = await context.journal.open({
    id: context.uuid(),
    key: `deploy:${chainId}:${address}:${signer.address}`,
    kind: 'deploy',
    network,
    chainId,
    from: signer.address,
    at: context.clock.now(),
  })
  dialogue.tell({ what: 'intent', id: opened.id })
  return withOutcome(context, opened.id, async () => {
    const gasBudget = callBudget(chain.network)
    const sent = await signAndSend(
      context,
      { chain, intent: opened, step: 'deploy', payload, signer, gasBudget },
      dialogue,
    )
    const intent = await followStep(context, { chain, intent: sent, step: 'deploy' }, patience, dialogue)
    if (await stands(chain, contract)) return intent
    throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'the deployment left no code of ours' })
  })
}

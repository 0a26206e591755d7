import type { TradeContext } from '#app/context'
import { followStep, type Patience } from '#app/trade/follow'
import { payable } from '#app/trade/payable'
import { signAndSend } from '#app/trade/send'
import { fail } from '#domain/errors'
import type { Intent } from '#domain/swap'
import type { Dialogue } from '#domain/trader'
import { type Address, type NetworkName, wei } from '#domain/units'
import { isOurRouter, routerAddress } from '#encoding/router'
import { deployCall, deployer } from '#encoding/router-deploy'

/**
 * Puts our router at its one address by the deterministic deployer, unless it stands there already.
 * @throws `ROUTER_NOT_TRUSTED` where other code stands there, or the chain has no deterministic deployer.
 */
export async function deployRouter(
  context: TradeContext,
  input: { network: NetworkName; account: string; patience: Patience },
  dialogue: Dialogue,
): Promise<{ address: Address; intent: Intent | undefined }> {
  const chain = await context.chain(input.network)
  const standing = await chain.code(routerAddress)
  if (isOurRouter(standing)) return { address: routerAddress, intent: undefined }
  if (standing !== '0x')
    throw fail('ROUTER_NOT_TRUSTED', { address: routerAddress, reason: 'other code stands at its address' })
  if ((await chain.code(deployer)) === '0x')
    throw fail('TRANSACTION_BUILD_FAILED', { reason: `${input.network} has no deterministic deployer at ${deployer}` })

  const signer = context.accounts.signer(await context.accounts.find(input.account))
  const payload = await payable(chain, { from: signer.address, to: deployer, data: deployCall(), value: wei(0n) })
  const { chainId } = chain.network
  const opened = await context.journal.open({
    id: context.uuid(),
    key: `deploy:${chainId}:${routerAddress}:${signer.address}`,
    kind: 'deploy',
    network: input.network,
    chainId,
    from: signer.address,
    at: context.clock.now(),
  })
  const sent = await signAndSend(context, { chain, intent: opened, step: 'deploy', payload, signer }, dialogue)
  const intent = await followStep(context, chain, { intent: sent, step: 'deploy' }, input.patience, dialogue)
  if (!isOurRouter(await chain.code(routerAddress)))
    throw fail('ROUTER_NOT_TRUSTED', { address: routerAddress, reason: 'the deployment left no code of ours' })
  return { address: routerAddress, intent }
}

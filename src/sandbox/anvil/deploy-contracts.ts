import type { Network } from '#domain/network'
import type { Address } from '#domain/units'
import { deployer, listCrossingDeployables, listDeployables } from '#encoding/contracts/router-deploy'
import type { Rpc } from './rpc.ts'
import { sendFrom, usualGas } from './send-from.ts'

/**
 * Deploys our router and its adapters at the addresses they have on every network. They are not part of the built
 * state, so that a new router needs no new state.
 */
export async function deployContracts(
  rpc: Rpc,
  from: Address,
  network: Pick<Network, 'router' | 'maxGas'>,
): Promise<void> {
  await rpc('anvil_impersonateAccount', from)
  const { maxGas = usualGas } = network
  // a chain of small blocks puts our contracts into larger ones
  const gas = maxGas > usualGas ? maxGas : usualGas
  for (const { data } of listDeployables(network)) await sendFrom(rpc, { from, to: deployer, data, gas })
  await rpc('anvil_stopImpersonatingAccount', from)
}

/** Deploys the contract of swaps to other networks and its bridge, unless they are there: only the sandboxes of a pair have them. */
export async function deployCrossing(rpc: Rpc, from: Address): Promise<void> {
  // without a deployer of its own, as every chain of a sandbox has the usual one
  for (const { address, data } of listCrossingDeployables({})) {
    if ((await rpc<string>('eth_getCode', address, 'latest')) !== '0x') continue
    await rpc('anvil_impersonateAccount', from)
    await sendFrom(rpc, { from, to: deployer, data, gas: usualGas })
    await rpc('anvil_stopImpersonatingAccount', from)
  }
}

/** Where our router stands and what its code is, from the build of `contracts/`. */
import type { Network } from '#domain/network'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { routerCreate2Address, routerDeployer, routerRuntimeCodeHash, routerSalt } from './router.gen.ts'

/** Of the build for chains with transient storage; equal on every chain where the usual CREATE2 deployer stands. */
export const routerAddress: Address = evm(routerCreate2Address)

/** keccak256 of the code at {@link routerAddress}. */
export const routerCodeHash: Hex = hex(routerRuntimeCodeHash)

/** The router of a network, or `undefined` where its build does not exist yet. */
export function routerOn(network: Pick<Network, 'router'>): Address | undefined {
  return network.router === 'cancun' ? routerAddress : undefined
}

/** The transaction that puts the router at {@link routerAddress}. Loads the code only when asked. */
export async function routerDeployment(): Promise<{ readonly to: Address; readonly data: Hex }> {
  const { routerInitCode } = await import('./router-code.gen.ts')
  return { to: evm(routerDeployer), data: hex(`${routerSalt}${routerInitCode.slice(2)}`) }
}

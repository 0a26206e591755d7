/** Where our router stands and what its code is, from the builds of `contracts/`. */
import type { Network } from '#domain/network'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { keccak } from './keccak.ts'
import { routerBuilds } from './router.gen.ts'

/** Of the build for chains with transient storage; equal on every chain where the usual CREATE2 deployer stands. */
export const routerAddress: Address = evm(routerBuilds.cancun.address)

/** keccak256 of the code at {@link routerAddress}. */
export const routerCodeHash: Hex = hex(routerBuilds.cancun.runtimeCodeHash)

/** The router of a network: the build that its chain can run. */
export function routerOn(network: Pick<Network, 'router'>): { readonly address: Address; readonly codeHash: Hex } {
  const { address, runtimeCodeHash } = routerBuilds[network.router]
  return { address: evm(address), codeHash: hex(runtimeCodeHash) }
}

/** Whether `code`, as a node gives it, is our router to the byte, of whichever build. */
export function isOurRouter(code: Hex): boolean {
  const hash: string = keccak(code)
  return Object.values(routerBuilds).some(({ runtimeCodeHash }) => runtimeCodeHash === hash)
}

import type { Network } from '#domain/network'
import { evm, hex } from '#domain/units'
import type { PinnedContract } from './pinned-contract.ts'
import { routerBuilds } from './router.gen.ts'

/** The router of a network: the build that its chain can run. Each build has one address on every chain. */
export function getRouter({ router }: Pick<Network, 'router'>): PinnedContract {
  const { address, runtimeCodeHash } = routerBuilds[router]
  return { address: evm(address), codeHash: hex(runtimeCodeHash) }
}

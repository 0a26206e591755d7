import type { Network } from '#domain/network'
import { evm, hex } from '#domain/units'
import type { Pinned } from './pinned.ts'
import { routerBuilds } from './router.gen.ts'

/** The router of a network: the build that its chain can run. Each build has one address on every chain. */
export function routerOn({ router }: Pick<Network, 'router'>): Pinned {
  const { address, runtimeCodeHash } = routerBuilds[router]
  return { address: evm(address), codeHash: hex(runtimeCodeHash) }
}

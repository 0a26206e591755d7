import type { Network } from '#domain/network'
import { hex } from '#domain/units'
import { getPlace } from './deployers.ts'
import type { PinnedContract } from './pinned-contract.ts'
import { routerBuilds } from './router.gen.ts'

/** The router of a network: the build that its chain can run, at the one address where the chain's deployer puts it. */
export function getRouter(network: Pick<Network, 'router' | 'deployer'>): PinnedContract {
  const build = routerBuilds[network.router]
  return { address: getPlace(network, build), codeHash: hex(build.runtimeCodeHash) }
}

import type { Network } from '#domain/network'
import { hex } from '#domain/units'
import { cctpBridgeBuild } from './cctp-bridge.gen.ts'
import { crossingBuild } from './crossing.gen.ts'
import { getPlace } from './deployers.ts'
import type { PinnedContract } from './pinned-contract.ts'
import { stargateBridgeBuild } from './stargate-bridge.gen.ts'

/** The crossing contract of a network: one build, at the one address where the chain's deployer puts it. */
export function getCrossing(network: Pick<Network, 'deployer'>): PinnedContract {
  return { address: getPlace(network, crossingBuild), codeHash: hex(crossingBuild.runtimeCodeHash) }
}

/** What burns and mints by CCTP for the crossing contract. */
export function getCctpBridge(network: Pick<Network, 'deployer'>): PinnedContract {
  return { address: getPlace(network, cctpBridgeBuild), codeHash: hex(cctpBridgeBuild.runtimeCodeHash) }
}

/** What sends and passes on by Stargate for the crossing contract. */
export function getStargateBridge(network: Pick<Network, 'deployer'>): PinnedContract {
  return { address: getPlace(network, stargateBridgeBuild), codeHash: hex(stargateBridgeBuild.runtimeCodeHash) }
}

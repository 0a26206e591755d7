import type { BridgeNetwork, BridgeRoute } from '#domain/crossing/bridge'
import { isSandbox } from '#domain/sandbox'
import type { Address } from '#domain/units'
import { getCctpBridge } from '#encoding/contracts/crossing'
import { type CctpNetwork, cctpNetworks, usdcDecimals } from './networks.ts'

/** A network as CCTP knows it, and our contract there, which burns and passes on. */
export interface CctpPlace {
  readonly network: CctpNetwork
  readonly bridge: Address
}

/** @returns `undefined` if CCTP is not there. A sandbox has all our contracts at the usual addresses. */
export function findCctpPlace({ name, chainId }: BridgeNetwork): CctpPlace | undefined {
  const network = cctpNetworks.find((one) => one.chainId === chainId)
  return network && { network, bridge: getCctpBridge(isSandbox(name) ? {} : network).address }
}

/**
 * USDC between two networks; empty if CCTP does not know one of them. A payment for a contract can be received by the
 * address that burned alone: between networks where others deploy ours, and where it is at another, there is no route.
 */
export function listRoutes(from: BridgeNetwork, to: BridgeNetwork): readonly BridgeRoute[] {
  const [source, destination] = [findCctpPlace(from), findCctpPlace(to)]
  if (source === undefined || destination === undefined || source.network === destination.network) return []
  if (source.bridge !== destination.bridge) return []
  return [
    {
      bridge: 'cctp',
      from: from.name,
      to: to.name,
      toChainId: destination.network.chainId,
      contract: source.bridge,
      toContract: destination.bridge,
      symbol: 'USDC',
      asset: { address: source.network.usdc, decimals: usdcDecimals },
      toAsset: { address: destination.network.usdc, decimals: usdcDecimals },
    },
  ]
}

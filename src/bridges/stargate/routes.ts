import type { BridgeNetwork, BridgeRoute } from '#domain/crossing/bridge'
import { isSandbox } from '#domain/sandbox'
import type { Address } from '#domain/units'
import { getStargateBridge } from '#encoding/contracts/crossing'
import { getEndpoint } from '#encoding/crossing/execution'
import { type StargateNetwork, type StargateSymbol, stargateNetworks } from './networks.ts'

/** A network as Stargate knows it, LayerZero's endpoint there, and our contract, which sends and passes on. */
export interface StargatePlace {
  readonly network: StargateNetwork
  readonly endpoint: Address
  readonly bridge: Address
}

/** @returns `undefined` if Stargate is not there. A sandbox has all our contracts at the usual addresses. */
export function findStargatePlace({ name, chainId }: BridgeNetwork): StargatePlace | undefined {
  const network = stargateNetworks.find((one) => one.chainId === chainId)
  if (network === undefined) return undefined
  return { network, endpoint: getEndpoint(chainId), bridge: getStargateBridge(isSandbox(name) ? {} : network).address }
}

/**
 * The assets that both networks have; empty if Stargate does not know one of them. A payment for a contract goes to the
 * address that sent it: between networks where others deploy ours, and where it is at another, there is no route.
 */
export function listRoutes(from: BridgeNetwork, to: BridgeNetwork): readonly BridgeRoute[] {
  const [source, destination] = [findStargatePlace(from), findStargatePlace(to)]
  if (source === undefined || destination === undefined || source.network === destination.network) return []
  if (source.bridge !== destination.bridge) return []
  return (Object.keys(source.network.assets) as StargateSymbol[]).flatMap((symbol) => {
    const [asset, toAsset] = [source.network.assets[symbol], destination.network.assets[symbol]]
    if (asset === undefined || toAsset === undefined) return []
    return {
      bridge: 'stargate' as const,
      from: from.name,
      to: to.name,
      toChainId: destination.network.chainId,
      contract: source.bridge,
      toContract: destination.bridge,
      symbol,
      asset: { address: asset.address, decimals: asset.decimals },
      toAsset: { address: toAsset.address, decimals: toAsset.decimals },
    }
  })
}

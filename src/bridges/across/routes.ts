import type { BridgeNetwork, BridgeRoute } from '#domain/crossing/bridge'
import { type AcrossNetwork, type AssetSymbol, acrossNetworks } from './networks.ts'

export const findAcrossNetwork = ({ chainId }: Pick<BridgeNetwork, 'chainId'>): AcrossNetwork | undefined =>
  acrossNetworks.find((one) => one.chainId === chainId)

/** Every asset that Across moves between two networks, in its own order of names; empty for one it does not know. */
export function listRoutes(from: BridgeNetwork, to: BridgeNetwork): readonly BridgeRoute[] {
  const [source, destination] = [from, to].map(findAcrossNetwork)
  if (source === undefined || destination === undefined || source === destination) return []
  return (Object.keys(source.assets) as AssetSymbol[]).flatMap((symbol) => {
    const [asset, toAsset] = [source.assets[symbol], destination.assets[symbol]]
    if (asset === undefined || toAsset === undefined) return []
    return {
      bridge: 'across' as const,
      from: from.name,
      to: to.name,
      toChainId: destination.chainId,
      contract: source.spokePool,
      toContract: destination.spokePool,
      symbol,
      asset,
      toAsset,
    }
  })
}

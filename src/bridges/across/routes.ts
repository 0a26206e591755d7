import type { BridgeRoute } from '#domain/crossing/bridge'
import type { NetworkName } from '#domain/units'
import { type AssetSymbol, acrossNetworks } from './networks.ts'

/** Every asset that Across moves between two networks, in its own order of names; empty for one it does not know. */
export function listRoutes(from: NetworkName, to: NetworkName): readonly BridgeRoute[] {
  const [source, destination] = [from, to].map((name) => acrossNetworks.find((one) => one.name === name))
  if (source === undefined || destination === undefined || source === destination) return []
  return (Object.keys(source.assets) as AssetSymbol[]).flatMap((symbol) => {
    const [asset, toAsset] = [source.assets[symbol], destination.assets[symbol]]
    if (asset === undefined || toAsset === undefined) return []
    return {
      bridge: 'across' as const,
      from,
      to,
      toChainId: destination.chainId,
      contract: source.spokePool,
      toContract: destination.spokePool,
      symbol,
      asset,
      toAsset,
    }
  })
}

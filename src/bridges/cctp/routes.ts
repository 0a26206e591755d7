import type { BridgeRoute } from '#domain/crossing/bridge'
import type { NetworkName } from '#domain/units'
import { getCctpBridge } from '#encoding/contracts/crossing'
import { findCctpNetwork, usdcDecimals } from './networks.ts'

/** USDC between two networks; empty if CCTP does not know one of them. */
export function listRoutes(from: NetworkName, to: NetworkName): readonly BridgeRoute[] {
  const [source, destination] = [findCctpNetwork(from), findCctpNetwork(to)]
  if (source === undefined || destination === undefined || source === destination) return []
  return [
    {
      bridge: 'cctp',
      from,
      to,
      toChainId: destination.chainId,
      contract: getCctpBridge(source).address,
      toContract: getCctpBridge(destination).address,
      symbol: 'USDC',
      asset: { address: source.usdc, decimals: usdcDecimals },
      toAsset: { address: destination.usdc, decimals: usdcDecimals },
    },
  ]
}

/**
 * True if a payment may be for the crossing contract there. Only the address that burned may have such a payment received:
 * if other contracts deploy ours on the other network, they are not there, and a payment can only be for its recipient.
 */
export const canPayCrossing = ({ contract, toContract }: BridgeRoute): boolean => contract === toContract

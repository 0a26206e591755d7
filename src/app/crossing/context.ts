import type { QuoteContext } from '#app/context'
import type { Bridge, BridgeNetwork, BridgeService, CrossingEnds } from '#domain/crossing/bridge'
import type { CrossQuoteStore } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { isSandbox } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'

export interface CrossingContext extends QuoteContext {
  readonly bridges: readonly Bridge[]
  readonly crossQuotes: CrossQuoteStore
  /** The own service of a bridge, by its name, for crossings from a network. */
  bridgeService?(bridge: string, from: NetworkName): BridgeService | undefined
}

/** The own service of a bridge, as its ends name it. */
export function serviceOf(
  { bridgeService }: Pick<CrossingContext, 'bridgeService'>,
  { name }: Bridge,
  { name: from }: Network,
): Pick<CrossingEnds, 'service'> {
  const service = bridgeService?.(name, from)
  return service === undefined ? {} : { service }
}

export const toBridgeNetwork = ({ name, chainId }: Network): BridgeNetwork => ({ name, chainId })

/**
 * Bridges know networks by their chain ids, which a sandbox shares with the network it plays.
 * @throws `CROSS_CHAIN_NOT_AVAILABLE` between a sandbox and a real network, and from a network to itself
 */
export function requireSameWorld(from: Network, to: Network): void {
  if (from.chainId === to.chainId)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', { reason: `${from.name} and ${to.name} are the same network.` })
  if (isSandbox(from.name) !== isSandbox(to.name))
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', { reason: 'Nothing leads from a sandbox to a real network or back.' })
}

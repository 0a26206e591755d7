import type { Network } from './network.ts'
import { type Address, nativeToken } from './units.ts'

/** What routes of a network have in common. */
export type RouteNetwork = Pick<Network, 'wrapped' | 'hubs' | 'intermediates'>

/** The tokens that the routes of a pair may pass. */
export interface RouteTokens {
  /** Both ends in their wrapped form, and the network's hubs. */
  readonly common: readonly Address[]
  /** Ends that are no hub: routes may pass an intermediate that is paired with one of them. */
  readonly ends: readonly Address[]
  /** None if both ends are hubs. */
  readonly intermediates: readonly Address[]
}

export function getRouteTokens(
  { wrapped, hubs, intermediates = [] }: RouteNetwork,
  pair: readonly [Address, Address],
): RouteTokens {
  const both = pair.map((token) => (token === nativeToken ? wrapped : token))
  const common = [...new Set([...both, ...hubs])]
  const ends = both.filter((token) => !hubs.includes(token))
  return { common, ends, intermediates: ends.length === 0 ? [] : intermediates.filter((one) => !common.includes(one)) }
}

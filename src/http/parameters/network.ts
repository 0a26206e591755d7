import { fail } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import { type Address, nativeToken } from '#domain/units'
import { findNetwork } from '#networks/find'

/** Which networks a server answers for. */
export interface Served {
  readonly networks: readonly Network[]
  /** Taken where a request names none and its tokens do not tell. */
  readonly fallback: Network | undefined
}

/** A network by its exact name. @throws `NETWORK_NOT_VALID` with the nearest name. */
export function listingOf(name: string): NetworkListing {
  // A chain id is the command line's word for a network.
  if (/^\d+$/.test(name)) throw fail('NETWORK_NOT_VALID', { name })
  return findNetwork(name)
}

/** @throws `NETWORK_NOT_SUPPORTED` for one that cannot be traded on at all, `NETWORK_NOT_SERVED` for one that is not here */
export function servedEntry({ networks }: Served, { name, entry: known }: NetworkListing): Network {
  const entry = networks.find((network) => network.name === name)
  if (entry !== undefined) return entry
  if (known === undefined) throw fail('NETWORK_NOT_SUPPORTED', { name })
  throw fail('NETWORK_NOT_SERVED', { name, served: networks.map((network) => network.name) })
}

/**
 * The network of a request that names none, as the older spelling does: the only one whose list knows both tokens,
 * else the server's own where it does. `undefined` where that leaves the question open.
 */
export function networkOfTokens({ networks, fallback }: Served, tokens: readonly Address[]): Network | undefined {
  const knows = ({ tokens: listed }: Network): boolean =>
    tokens.every((token) => token === nativeToken || listed.some(({ address }) => address === token))
  const able = networks.filter(knows)
  if (able.length === 1) return able[0]
  return fallback !== undefined && knows(fallback) ? fallback : undefined
}

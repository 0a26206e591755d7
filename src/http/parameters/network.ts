import { fail } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import { requireEntry } from '#domain/require-entry'
import { type Address, nativeToken } from '#domain/units'
import { findNetwork } from '#networks/find'

/** The networks that a server serves. */
export interface ServedNetworks {
  readonly networks: readonly Network[]
  /** Used if a request names no network and its tokens are ambiguous. */
  readonly fallback: Network | undefined
}

/** A network by its exact name. @throws `NETWORK_NOT_VALID` with the nearest name. */
export function findListing(name: string): NetworkListing {
  // Chain ids name networks on the command line only.
  if (/^\d+$/.test(name)) throw fail('NETWORK_NOT_VALID', { name })
  return findNetwork(name)
}

/** @throws `NETWORK_NOT_SUPPORTED` if it cannot be traded on at all, `NETWORK_NOT_SERVED` if it is not served here */
export function findServedNetwork({ networks }: ServedNetworks, listing: NetworkListing): Network {
  const { name } = listing
  const entry = networks.find((network) => network.name === name)
  if (entry !== undefined) return entry
  requireEntry(listing)
  throw fail('NETWORK_NOT_SERVED', { name, served: networks.map((network) => network.name) })
}

/**
 * The network of a request that names none, as in the older spelling: the only one whose list knows both tokens, else
 * the server's own if its list does. `undefined` if ambiguous.
 */
export function findNetworkByTokens(
  { networks, fallback }: ServedNetworks,
  tokens: readonly Address[],
): Network | undefined {
  const knows = ({ tokens: listed }: Network): boolean =>
    tokens.every((token) => token === nativeToken || listed.some(({ address }) => address === token))
  const able = networks.filter(knows)
  if (able.length === 1) return able[0]
  return fallback !== undefined && knows(fallback) ? fallback : undefined
}

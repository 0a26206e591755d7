import { fail, type SwapError } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'

/** The entry of a network that can be traded on. @throws `NETWORK_NOT_SUPPORTED` with the reason why it cannot */
export function requireEntry(listing: NetworkListing): Network {
  if (listing.entry === undefined) throw refuseNetwork(listing)
  return listing.entry
}

/** `NETWORK_NOT_SUPPORTED` with the reason why nothing can be traded there. */
export const refuseNetwork = ({ name, title, closed }: Omit<NetworkListing, 'entry'>): SwapError =>
  fail('NETWORK_NOT_SUPPORTED', { name, ...(closed !== undefined && { title, closed }) })

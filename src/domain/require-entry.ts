import { fail, type SwapError } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'

/** The entry of a network that can be traded on. @throws `NETWORK_NOT_SUPPORTED` with the reason why it cannot */
export function requireEntry(listing: NetworkListing): Network {
  if (listing.entry === undefined) throw refuseNetwork(listing)
  return listing.entry
}

/** The entry of a network that can be read. @throws `NETWORK_NOT_SUPPORTED` with the reason why it cannot */
export function requireReadable(listing: NetworkListing): Network {
  if (listing.readable === undefined) throw refuseNetwork(listing)
  return listing.readable
}

/** Of a chain that may be readable only. @throws `NETWORK_NOT_SUPPORTED` */
export function requireTradableNetwork({ name, title, closed }: Network): void {
  if (closed !== undefined) throw refuseNetwork({ name, title, closed })
}

/** `NETWORK_NOT_SUPPORTED` with the reason why nothing can be traded there. */
export const refuseNetwork = ({ name, title, closed }: Pick<NetworkListing, 'name' | 'title' | 'closed'>): SwapError =>
  fail('NETWORK_NOT_SUPPORTED', { name, ...(closed !== undefined && { title, closed }) })

import { fail } from '#domain/errors'
import { nearest } from '#domain/nearest'
import type { Network, NetworkListing } from '#domain/network'
import { all } from '#networks/all.gen'
import { catalogue } from './catalogue.ts'

const entries: ReadonlyMap<string, Network> = new Map(all.map((entry: Network) => [entry.name, entry]))

/** The catalogue with the entries that exist, then those that are in no catalogue: the sandbox. */
const listings: readonly NetworkListing[] = [
  ...catalogue.map((listing) => ({ ...listing, entry: entries.get(listing.name) })),
  ...all
    .filter((entry) => !catalogue.some(({ name }) => name === entry.name))
    .map((entry: Network) => ({
      name: entry.name,
      title: entry.title,
      family: entry.family,
      chainId: entry.chainId,
      entry,
    })),
]

/** Every network we can name, in the catalogue's order, and the sandbox. */
export const allNetworks = (): readonly NetworkListing[] => listings

/**
 * The network of an exact lower-case name, or of a chain id in digits.
 * @throws `NETWORK_NOT_VALID` with the nearest name, if one is near.
 */
export function findNetwork(text: string): NetworkListing {
  const found = /^[1-9]\d*$/.test(text)
    ? listings.find(({ chainId }) => chainId === Number(text))
    : listings.find(({ name }) => name === text)
  if (found !== undefined) return found

  const [near] = nearest(
    text,
    listings.map(({ name }) => name),
  )
  throw fail('NETWORK_NOT_VALID', { name: text, nearest: near })
}

/**
 * What we know of a network that can be traded on.
 * @throws `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED` where it is known by name only.
 */
export function entryOf(text: string): Network {
  const { entry, name } = findNetwork(text)
  if (entry === undefined) throw fail('NETWORK_NOT_SUPPORTED', { name })
  return entry
}

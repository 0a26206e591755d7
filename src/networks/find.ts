import { fail } from '#domain/errors'
import { nearest } from '#domain/nearest'
import type { Network, NetworkListing } from '#domain/network'
import { sandboxName, sandboxOf } from '#domain/sandbox'
import { all } from '#networks/all.gen'
import { network as sandboxEntry } from '#networks/entries/sandbox'
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

/**
 * What a sandbox that plays a network is: its contracts and chain id, on a chain of this machine that makes a block for
 * each transaction and no other. It has no endpoints of its own: it is asked where it runs, and nowhere else.
 */
const played: ReadonlyMap<string, NetworkListing> = new Map(
  [...entries.values()]
    .filter(({ name }) => name !== sandboxName)
    .map((real) => {
      const name = sandboxOf(real.name)
      const title = `Sandbox as ${real.title}`
      const { blockTimeMs, confirmations } = sandboxEntry
      const entry = { ...real, name, title, rpc: [], explorer: undefined, blockTimeMs, confirmations }
      return [name, { name, title, family: real.family, chainId: real.chainId, entry }]
    }),
)

/** Every network we can name, in the catalogue's order, and the sandbox; not the networks that a sandbox can play. */
export const allNetworks = (): readonly NetworkListing[] => listings

/**
 * The network of an exact lower-case name, or of a chain id in digits. The chain that plays another, `sandbox-base`, is
 * found by its name only: its chain id is that of the real one.
 * @throws `NETWORK_NOT_VALID` with the nearest name, if one is near.
 */
export function findNetwork(text: string): NetworkListing {
  const found = /^[1-9]\d*$/.test(text)
    ? listings.find(({ chainId }) => chainId === Number(text))
    : (listings.find(({ name }) => name === text) ?? played.get(text))
  if (found !== undefined) return found

  const [near] = nearest(
    text,
    [...listings, ...played.values()].map(({ name }) => name),
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

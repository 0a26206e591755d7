import { fail } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'
import type { Network, NetworkListing } from '#domain/network'
import { requireEntry, requireReadable } from '#domain/require-entry'
import { sandboxName, sandboxNameOf } from '#domain/sandbox'
import { all } from '#networks/all.gen'
import { network as sandboxEntry } from '#networks/entries/sandbox'
import { catalogue } from './catalogue.ts'

const entries: ReadonlyMap<string, Network> = new Map(all.map((entry: Network) => [entry.name, entry]))

/** The catalogue with the entries that exist, then entries outside the catalogue: the sandbox. */
const listings: readonly NetworkListing[] = [
  ...catalogue.map(addEntry),
  ...all
    .filter((entry) => !catalogue.some(({ name }) => name === entry.name))
    .map((entry: Network) => ({
      name: entry.name,
      title: entry.title,
      family: entry.family,
      chainId: entry.chainId,
      entry,
      readable: entry,
    })),
]

function addEntry(listing: (typeof catalogue)[number]): NetworkListing {
  const entry = entries.get(listing.name)
  if (entry === undefined) return { ...listing, entry }
  if (listing.closed === undefined) return { ...listing, entry, readable: entry }
  return { ...listing, entry: undefined, readable: { ...entry, closed: listing.closed } }
}

/**
 * The entry of a sandbox that plays a network: its contracts and chain id, on a local chain that mines one block per
 * transaction, with our contracts where they are usually. It has no endpoints of its own, private ones included: it is reached only where it runs.
 */
function createPlayedNetworks(): ReadonlyMap<string, NetworkListing> {
  const played = [...entries.values()]
    .filter(({ name }) => name !== sandboxName && !catalogue.some((one) => one.name === name && 'closed' in one))
    .map((real) => {
      const name = sandboxNameOf(real.name)
      const title = `Sandbox as ${real.title}`
      const { blockTimeMs, confirmations } = sandboxEntry
      const { deployer: _, ...entryOfReal } = real
      const local = { name, title, rpc: [], privateRpc: [], explorer: undefined, blockTimeMs, confirmations }
      const entry = { ...entryOfReal, ...local }
      return { name, title, family: real.family, chainId: real.chainId, entry, readable: entry }
    })
  return new Map(played.map((listing) => [listing.name, listing]))
}

let madePlayed: ReadonlyMap<string, NetworkListing> | undefined

/** Made when one is asked for: most commands need none. */
function playedNetworks(): ReadonlyMap<string, NetworkListing> {
  madePlayed ??= createPlayedNetworks()
  return madePlayed
}

/**
 * Every network that can be named, in the catalogue's order, and the sandbox; not the networks that a sandbox can play.
 */
export const allNetworks = (): readonly NetworkListing[] => listings

/** The sandboxes that play a network, in the order of the entries. */
export const listPlayedNetworks = (): readonly NetworkListing[] => [...playedNetworks().values()]

/**
 * The network of an exact lower-case name, or of a chain id in digits. A sandbox that plays another network,
 * `sandbox-base`, is found by its name only: its chain id is that of the real one.
 * @throws `NETWORK_NOT_VALID` with the nearest name, if one is near.
 */
export function findNetwork(text: string): NetworkListing {
  const found = /^[1-9]\d*$/.test(text)
    ? listings.find(({ chainId }) => chainId === Number(text))
    : (listings.find(({ name }) => name === text) ?? playedNetworks().get(text))
  if (found !== undefined) return found

  const [near] = findNearest(
    text,
    [...listings, ...playedNetworks().values()].map(({ name }) => name),
  )
  throw fail('NETWORK_NOT_VALID', { name: text, nearest: near })
}

/**
 * The entry of a network that can be traded on.
 * @throws `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`
 */
export const getNetworkEntry = (text: string): Network => requireEntry(findNetwork(text))

/**
 * The entry of a network that can be read, whether or not anything can be traded there.
 * @throws `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`
 */
export const getReadableEntry = (text: string): Network => requireReadable(findNetwork(text))

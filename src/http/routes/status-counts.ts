import { isFailure } from '#domain/errors'
import type { Address, NetworkName } from '#domain/units'
import type { RouteContext } from '#http/context'
import { listingOf, servedEntry } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { evmAddress, shortText } from '#http/parameters/values'
import { json, type Route } from '#http/route'

/** The chains are searched at once, and none is waited for longer than this: its search goes on without the request. */
const maxSearchMs = 1_000

/**
 * How many swaps of a wallet are in each state; every state is there. The chain of the network that is named is searched
 * first, or those of all that are served; one that was not searched whole is named in a header.
 */
export const route: Route = {
  method: 'GET',
  path: '/user-manager/status-counts',
  async answer(context, { query }) {
    const { swaps, served, checksum } = context
    const reader = createReader(query)
    const wallet = reader.required(['walletAddress', 'address', 'fromAddress'], evmAddress(checksum))
    const name = reader.optional(['network', 'networkName'], shortText(50))()
    reader.check()
    const named = name === undefined ? undefined : servedEntry(served, listingOf(name)).name
    const wanted = named === undefined ? served.networks.map((network) => network.name) : [named]
    const incomplete = await incompleteOf(context, wallet(), wanted)
    const headers = incomplete.length === 0 ? {} : { 'x-networks-incomplete': incomplete.join(',') }
    return { ...json(await swaps.counts(wallet(), named)), headers }
  },
}

/** Searches all of `networks`. @returns those that were not searched whole */
async function incompleteOf(
  { swaps, clock, settings }: RouteContext,
  wallet: Address,
  networks: readonly NetworkName[],
): Promise<readonly NetworkName[]> {
  const enough = new AbortController()
  const late = clock.sleep(Math.min(maxSearchMs, settings.answerWithin * 500), enough.signal).then(() => false)
  const searches = networks.map(async (network) => {
    const search = swaps.discover(wallet, network).catch(unlessBusy)
    return (await Promise.race([search, late])) ? [] : [network]
  })
  return (await Promise.all(searches).finally(() => enough.abort())).flat()
}

/** What is known is answered also by a server that has no time to search now. */
function unlessBusy(error: unknown): false {
  if (isFailure(error, 'OVERLOADED')) return false
  throw error
}

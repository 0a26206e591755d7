import { isFailure } from '#domain/errors'
import type { Address, NetworkName } from '#domain/units'
import type { RouteContext } from '#http/context'
import { findListing, findServedNetwork } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { evmAddress, shortText } from '#http/parameters/values'
import { type HttpRoute, toJsonResponse } from '#http/route'

/**
 * The chains are searched in parallel, each for at most this long: after that, the search continues in the background.
 */
const maxSearchMs = 1_000

/**
 * How many swaps of a wallet are in each state; every state is listed. The chains of the named network, or of all
 * served ones, are searched first; a header names those not searched completely.
 */
export const route: HttpRoute = {
  method: 'GET',
  path: '/user-manager/status-counts',
  async answer(context, { query }) {
    const { swaps, served, checksum } = context
    const reader = createReader(query)
    const wallet = reader.required(['walletAddress', 'address', 'fromAddress'], evmAddress(checksum))
    const name = reader.optional(['network', 'networkName'], shortText(50))()
    reader.check()
    const named = name === undefined ? undefined : findServedNetwork(served, findListing(name)).name
    const wanted = named === undefined ? served.networks.map((network) => network.name) : [named]
    const incomplete = await searchNetworks(context, wallet(), wanted)
    const headers = incomplete.length === 0 ? {} : { 'x-networks-incomplete': incomplete.join(',') }
    return { ...toJsonResponse(await swaps.counts(wallet(), named)), headers }
  },
}

/** Searches all of `networks`. @returns those that were not searched completely */
async function searchNetworks(
  { swaps, clock, settings }: RouteContext,
  wallet: Address,
  networks: readonly NetworkName[],
): Promise<readonly NetworkName[]> {
  const enough = new AbortController()
  const late = clock.sleep(Math.min(maxSearchMs, settings.timeoutSeconds * 500), enough.signal).then(() => false)
  const searches = networks.map(async (network) => {
    const search = swaps.discover(wallet, network).catch(falseIfBusy)
    return (await Promise.race([search, late])) ? [] : [network]
  })
  return (await Promise.all(searches).finally(() => enough.abort())).flat()
}

/** An overloaded server still answers with what it knows. */
function falseIfBusy(error: unknown): false {
  if (isFailure(error, 'OVERLOADED')) return false
  throw error
}

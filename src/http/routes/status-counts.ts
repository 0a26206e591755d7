import { listingOf } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { evmAddress, shortText } from '#http/parameters/values'
import { json, type Route } from '#http/route'

/** How many swaps of a wallet are in each state; every state is there. */
export const route: Route = {
  method: 'GET',
  path: '/user-manager/status-counts',
  async answer({ swaps, checksum }, { query }) {
    const reader = createReader(query)
    const wallet = reader.required(['walletAddress', 'address', 'fromAddress'], evmAddress(checksum))
    const name = reader.optional(['network', 'networkName'], shortText(50))()
    reader.check()
    const network = name === undefined ? undefined : listingOf(name).name
    return json(await swaps.counts(wallet(), network))
  },
}

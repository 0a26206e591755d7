import { toApiNetwork } from '#domain/api/networks'
import { isSandbox } from '#domain/sandbox'
import { type NetworkStatus, routerOf } from '#domain/service/service'
import type { NetworkName } from '#domain/units'
import type { RouteContext } from '#http/context'
import { allNetworks, findNetwork } from '#networks/find'

/** Every network by name. A network not served here is offline; a sandbox is listed only if it is served. */
export async function listNetworkBodies({ statuses, served, checksum }: RouteContext) {
  const here = served.networks.map(({ name }) => name)
  const others = allNetworks().filter(({ name }) => !isSandbox(name) && !here.includes(name))
  const seen = await Promise.all(here.map(async (name) => (await statuses.getLast(name)) ?? toUnansweredStatus(name)))
  const planned = others.map((listing) => ({ listing, state: 'planned' as const }))
  return sortByCatalog([...seen, ...planned]).map((status) => {
    const router = status.check && routerOf(status.check)
    return toApiNetwork(status, router?.ok ? router.address : undefined, checksum)
  })
}

const toUnansweredStatus = (name: NetworkName): NetworkStatus => ({ listing: findNetwork(name), state: 'no-rpc' })

/** In catalogue order; networks not in the catalogue come last. */
function sortByCatalog(statuses: readonly NetworkStatus[]): readonly NetworkStatus[] {
  const places = new Map(allNetworks().map(({ name }, place) => [name, place]))
  const placeOf = ({ listing }: NetworkStatus) => places.get(listing.name) ?? places.size
  return statuses.toSorted((a, b) => placeOf(a) - placeOf(b))
}

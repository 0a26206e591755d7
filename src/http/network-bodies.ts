import { apiNetwork } from '#domain/api/networks'
import { isSandbox } from '#domain/sandbox'
import { type NetworkStatus, routerOf } from '#domain/service'
import type { NetworkName } from '#domain/units'
import { allNetworks, findNetwork } from '#networks/find'
import type { RouteContext } from './context.ts'

/** Every network by name; what is not served here is offline, and a sandbox is named only where it is served. */
export async function listedNetworks({ statuses, served, checksum }: RouteContext) {
  const here = served.networks.map(({ name }) => name)
  const others = allNetworks().filter(({ name }) => !isSandbox(name) && !here.includes(name))
  const seen = await Promise.all(here.map(async (name) => (await statuses.brief(name)) ?? silent(name)))
  const planned = others.map((listing) => ({ listing, state: 'planned' as const }))
  return inOrder([...seen, ...planned]).map((status) => {
    const router = status.check && routerOf(status.check)
    return apiNetwork(status, router?.ok ? router.address : undefined, checksum)
  })
}

const silent = (name: NetworkName): NetworkStatus => ({ listing: findNetwork(name), state: 'no-rpc' })

/** As the catalogue names them; those that it does not name come last. */
function inOrder(statuses: readonly NetworkStatus[]): readonly NetworkStatus[] {
  const places = new Map(allNetworks().map(({ name }, place) => [name, place]))
  const placeOf = ({ listing }: NetworkStatus) => places.get(listing.name) ?? places.size
  return statuses.toSorted((a, b) => placeOf(a) - placeOf(b))
}

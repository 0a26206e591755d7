import { toApiNetwork } from '#domain/api/networks'
import { isSandbox } from '#domain/sandbox'
import { type NetworkStatus, routerOf } from '#domain/service/service'
import type { NetworkName } from '#domain/units'
import type { RouteContext } from '#http/context'
import { resolveWithin } from '#http/health/resolve-within'
import { allNetworks, findNetwork } from '#networks/find'

/** Every network by name. A network not served here is offline; a sandbox is listed only if it is served. */
export async function listNetworkBodies(context: RouteContext) {
  const { statuses, served, checksum } = context
  const here = served.networks.map(({ name }) => name)
  const others = allNetworks().filter(({ name }) => !isSandbox(name) && !here.includes(name))
  const seen = await Promise.all(here.map(async (name) => (await statuses.getLast(name)) ?? toUnansweredStatus(name)))
  const planned = others.map((listing) => ({ listing, state: 'planned' as const }))
  const gasless = new Set(await listGasless(context, here))
  return sortByCatalog([...seen, ...planned]).map((status) => {
    const router = status.check && routerOf(status.check)
    const address = router?.ok ? router.address : undefined
    const { name } = status.listing
    const crossChain = here.includes(name) && context.crossing.listBridges(name, here).length > 0
    const facts = { router: address, gasless: address !== undefined && gasless.has(name), crossChain }
    return toApiNetwork(status, facts, checksum)
  })
}

/** How long a list of networks waits for the relayer's endpoints. */
const relayerTimeoutMs = 250

/** The networks whose relayer says now that it takes orders; one that cannot tell in time counts as none. */
async function listGasless({ relayer }: RouteContext, names: readonly NetworkName[]): Promise<readonly NetworkName[]> {
  if (relayer === undefined) return []
  const asked = names.map(async (name) => {
    const isServed = relayer.serves(name).catch(() => false)
    return (await resolveWithin(relayerTimeoutMs, isServed, false)) ? [name] : []
  })
  return (await Promise.all(asked)).flat()
}

const toUnansweredStatus = (name: NetworkName): NetworkStatus => ({ listing: findNetwork(name), state: 'no-rpc' })

/** In catalogue order; networks not in the catalogue come last. */
function sortByCatalog(statuses: readonly NetworkStatus[]): readonly NetworkStatus[] {
  const places = new Map(allNetworks().map(({ name }, place) => [name, place]))
  const placeOf = ({ listing }: NetworkStatus) => places.get(listing.name) ?? places.size
  return statuses.toSorted((a, b) => placeOf(a) - placeOf(b))
}

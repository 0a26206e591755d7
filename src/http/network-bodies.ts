import { apiNetwork } from '#domain/api/networks'
import { routerOf } from '#domain/service'
import type { NetworkName } from '#domain/units'
import type { RouteContext } from './context.ts'

/** Every network by name; what is not served here is offline, and the sandbox is named only where it is served. */
export async function listedNetworks({ look, served, checksum }: RouteContext) {
  const here = new Set<NetworkName>(served.networks.map(({ name }) => name))
  const sandbox: string = 'sandbox'
  return (await look())
    .filter(({ listing: { name } }) => name !== sandbox || here.has(name))
    .map((status) => {
      const router = status.check && routerOf(status.check)
      const state = here.has(status.listing.name) ? status.state : 'planned'
      return apiNetwork({ ...status, state }, router?.ok ? router.address : undefined, checksum)
    })
}

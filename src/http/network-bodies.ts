import { apiNetwork } from '#domain/api/networks'
import { isSandbox } from '#domain/sandbox'
import { routerOf } from '#domain/service'
import type { NetworkName } from '#domain/units'
import type { RouteContext } from './context.ts'

/** Every network by name; what is not served here is offline, and a sandbox is named only where it is served. */
export async function listedNetworks({ look, service, served, checksum }: RouteContext) {
  const here = new Set<NetworkName>(served.networks.map(({ name }) => name))
  const listed = (await service.networks()).filter(({ listing: { name } }) => !isSandbox(name) || here.has(name))
  return Promise.all(
    listed.map(async (unasked) => {
      const { name } = unasked.listing
      const status = here.has(name) ? ((await look.at(name)) ?? unasked) : { ...unasked, state: 'planned' as const }
      const router = status.check && routerOf(status.check)
      return apiNetwork(status, router?.ok ? router.address : undefined, checksum)
    }),
  )
}

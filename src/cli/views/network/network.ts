import { toApiNetwork } from '#domain/api/networks'
import { type NetworkStatus, routerOf } from '#domain/service/service'
import { checksum } from '#text/checksum'

/** A network as JSON shows it. Check results are present only if a check was made. */
export function networkView({ listing, state, check, unproven = [] }: NetworkStatus) {
  return {
    name: listing.name,
    title: listing.title,
    closed: listing.closed ?? null,
    chainId: listing.chainId,
    type: listing.family,
    native: listing.readable?.native.symbol ?? null,
    status: state,
    sources: listing.readable?.venues.map(({ name }) => name) ?? [],
    unproven,
    ...(check === undefined
      ? {}
      : {
          check: {
            rpc: check.rpc,
            latencyMs: check.latencyMs ?? null,
            head: check.head ?? null,
            headAgeSec: check.headAgeSeconds ?? null,
            chainIdOk: check.chainIdOk,
            routerCode: routerOf(check)?.ok ?? false,
            contracts: check.contracts.map(({ name, address, ok }) => ({ name, address: checksum(address), code: ok })),
            eip1559: check.eip1559 ?? null,
            places:
              check.places?.map(({ kind, name, address, problem = null }) => {
                return { kind, name, address: address === undefined ? null : checksum(address), problem }
              }) ?? null,
            problem: check.problem ?? null,
          },
        }),
  }
}

export function apiNetworkView(status: NetworkStatus) {
  const router = status.check && routerOf(status.check)
  return toApiNetwork(
    status,
    { router: router?.ok ? router.address : undefined, gasless: status.gasless === true },
    checksum,
  )
}

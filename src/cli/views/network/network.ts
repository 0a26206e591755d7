import { toApiNetwork } from '#domain/api/networks'
import { type NetworkStatus, routerOf } from '#domain/service/service'
import { checksum } from '#text/checksum'

/** A network as JSON shows it. Check results are present only if a check was made. */
export function networkView({ listing, state, check, unproven = [] }: NetworkStatus, bridges: readonly string[]) {
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
    bridges,
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

export function apiNetworkView(status: NetworkStatus, bridges: readonly string[]) {
  const router = status.check && routerOf(status.check)
  const facts = {
    router: router?.ok ? router.address : undefined,
    gasless: status.gasless === true,
    crossChain: bridges.length > 0,
  }
  return toApiNetwork(status, facts, checksum)
}

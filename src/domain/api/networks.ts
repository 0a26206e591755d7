import type { Checksum } from '#domain/api/plain'
import type { NetworkState, NetworkStatus } from '#domain/service/service'
import { nativeToken } from '#domain/units'

const apiStatusByState: Readonly<Record<NetworkState, 'online' | 'degraded' | 'offline'>> = {
  ready: 'online',
  'read-only': 'degraded',
  'no-rpc': 'offline',
  planned: 'offline',
}

/** Chains without a chain id get the service's own stable numbers, in the order they were added. */
const svmIds: Readonly<Record<string, number>> = { solana: 900_001, eclipse: 900_002, fogo: 900_003 }

interface NetworkFacts {
  /** The router's address on this network, if deployed. */
  readonly router: string | undefined
  /** A relayer accepts orders there now. */
  readonly gasless: boolean
  /** A bridge leads from there to another network. */
  readonly crossChain: boolean
}

/** The HTTP API's network. */
export function toApiNetwork(
  { listing, state }: NetworkStatus,
  { router, gasless, crossChain }: NetworkFacts,
  checksum: Checksum,
) {
  const { readable: entry } = listing
  return {
    id: listing.chainId ?? svmIds[listing.name] ?? 0,
    name: listing.name,
    chainId: listing.chainId,
    logoUrl: null,
    displayName: listing.title,
    type: listing.family,
    ...(entry === undefined ? {} : { nativeCurrency: { ...entry.native, address: nativeToken } }),
    wrappedNativeAddress: entry === undefined ? null : checksum(entry.wrapped),
    targetAddress: router === undefined ? null : checksum(router),
    explorerUrl: entry?.explorer ?? null,
    transactionType: entry === undefined ? null : entry.fees === 'eip-1559' ? 2 : 0,
    gasless,
    crossChain,
    status: apiStatusByState[state],
  }
}

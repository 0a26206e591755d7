import { fetchPlaces } from '#app/check-places'
import type { QuoteContext } from '#app/context'
import type { DeployedContracts } from '#app/deployed-contracts'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import { isFailure, SwapError } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import type { Protocol } from '#domain/pools/protocol'
import { isSandbox, playedNetworkOf } from '#domain/sandbox'
import {
  type ContractCheck,
  type NetworkCheck,
  type NetworkState,
  type NetworkStatus,
  routerOf,
} from '#domain/service/service'
import type { NetworkName } from '#domain/units'
import { getAdapters, type PinnedAdapter } from '#encoding/contracts/adapters'
import { getRouter } from '#encoding/contracts/router'
import { allNetworks, findNetwork } from '#networks/find'
import { all } from '#protocols/all.gen'

export interface NetworksContext {
  readonly clock: Clock
  readonly chain: QuoteContext['chain']
  readonly contracts: DeployedContracts
  /** The endpoints a network would use; empty if there are none. Sends no request. */
  readonly endpoints: (network: Network) => Promise<readonly string[]>
  /** Running sandboxes, as networks. */
  readonly sandboxes: () => Promise<readonly NetworkName[]>
}

/**
 * Every network by name with what it supports, including networks played by a running sandbox. Only those named in
 * `check` are contacted, all at once. Without a check it is unknown whether our router is deployed: such a network is
 * called read-only.
 */
export async function listNetworks(
  context: NetworksContext,
  check: readonly NetworkName[] = [],
): Promise<readonly NetworkStatus[]> {
  const played = (await context.sandboxes()).filter((name) => playedNetworkOf(name) !== undefined).map(findNetwork)
  return Promise.all(
    [...allNetworks(), ...played].map((listing) =>
      buildNetworkStatus(context, listing, check.includes(listing.name) ? 'all' : 'nothing'),
    ),
  )
}

/**
 * The current status of one network by its endpoint; of our contracts, the router only. No other network is contacted,
 * so none can delay it.
 */
export const fetchNetworkStatus = (context: NetworksContext, name: NetworkName): Promise<NetworkStatus> =>
  buildNetworkStatus(context, findNetwork(name), 'router')

/** What an endpoint is asked for; `all` is the head and every contract of ours. */
type CheckScope = 'nothing' | 'router' | 'all'

async function buildNetworkStatus(
  context: NetworksContext,
  listing: NetworkListing,
  checked: CheckScope,
): Promise<NetworkStatus> {
  const { readable: entry } = listing
  if (entry === undefined) return { listing, state: 'planned', unproven: [] }
  const unproven = entry.venues.flatMap(({ name, protocol }) => (provenKinds.has(protocol) ? [] : [name]))
  const urls = await context.endpoints(entry)
  if (checked === 'nothing') return { listing, state: inferState(listing, urls), unproven }
  const check = await checkNetwork(context, entry, { url: urls[0] ?? '', isWhole: checked === 'all' })
  return { listing, state: stateOf(check), check, unproven }
}

const adapters: readonly Protocol<unknown>[] = all
const provenKinds = new Set(adapters.flatMap(({ kind, proof }) => (proof.proven ? [kind] : [])))

function inferState({ name }: NetworkListing, urls: readonly string[]): NetworkState {
  if (urls.length === 0) return 'no-rpc'
  return isSandbox(name) ? 'ready' : 'read-only'
}

function stateOf(check: NetworkCheck): NetworkState {
  if (!check.chainIdOk) return 'no-rpc'
  return routerOf(check)?.ok ? 'ready' : 'read-only'
}

interface NetworkCheckOptions {
  readonly url: string
  /** Our adapters and all that the entry states as well, not the router alone. */
  readonly isWhole: boolean
}

async function checkNetwork(
  context: NetworksContext,
  entry: Network,
  { url, isWhole }: NetworkCheckOptions,
): Promise<NetworkCheck> {
  const from = context.clock.elapsed()
  const unseen = { rpc: hostOf(url), head: undefined, contracts: [], eip1559: undefined }
  try {
    const chain = await context.chain(entry.name)
    const head = await chain.head()
    const latencyMs = Math.round(context.clock.elapsed() - from)
    const [fees, contracts, places] = await Promise.all([
      chain.fees(),
      checkContracts(context, chain, isWhole ? getAdapters(chain.network) : []),
      isWhole ? fetchPlaces(chain) : undefined,
    ])
    return {
      rpc: hostOf(url),
      latencyMs,
      head: head.number,
      headAgeSeconds: Math.max(0, context.clock.now() - head.time),
      chainIdOk: true,
      contracts,
      eip1559: fees.type === 2,
      ...(places === undefined ? {} : { places }),
      problem: undefined,
    }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    // A stale head is not used for anything else, but its age shows what is wrong with the endpoint.
    const headAgeSeconds = isFailure(error, 'STALE_HEAD') ? error.details.age : undefined
    return {
      ...unseen,
      headAgeSeconds,
      latencyMs: undefined,
      chainIdOk: false,
      problem: error.message,
      failure: error.code,
    }
  }
}

/** Which of our contracts are deployed. Those seen before are not checked again. */
function checkContracts(
  { contracts }: NetworksContext,
  chain: Chain,
  others: readonly PinnedAdapter[],
): Promise<readonly ContractCheck[]> {
  const { name: network } = chain.network
  const ours = chain.network.closed === undefined ? [{ name: 'router', ...getRouter(chain.network) }, ...others] : []
  return Promise.all(
    ours.map(async (pinned) => {
      const { name, address } = pinned
      const ok =
        contracts.has(network, pinned) || contracts.note(network, pinned, await chain.code(address)) === 'deployed'
      return { name, address, ok }
    }),
  )
}

/** An endpoint's path may hold a key, so only its host is shown. */
function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^@/]*@)?([^/?#]+)/i.exec(url)?.[1] ?? ''
}

import type { QuoteContext } from '#app/context'
import type { DeployedContracts } from '#app/deployed-contracts'
import { isFailure, SwapError } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import type { Chain, Clock } from '#domain/ports'
import type { Protocol } from '#domain/protocol'
import { isSandbox, playedBy } from '#domain/sandbox'
import { type ContractCheck, type NetworkCheck, type NetworkState, type NetworkStatus, routerOf } from '#domain/service'
import type { NetworkName } from '#domain/units'
import { adapters as adapterContracts } from '#encoding/adapters'
import { routerOn } from '#encoding/router'
import { allNetworks, findNetwork } from '#networks/find'
import { all } from '#protocols/all.gen'

export interface NetworksContext {
  readonly clock: Clock
  readonly chain: QuoteContext['chain']
  readonly contracts: DeployedContracts
  /** The endpoints a network would be asked at; empty where there are none. Asks nobody. */
  readonly endpoints: (network: Network) => Promise<readonly string[]>
  /** Sandboxes that run, as networks. */
  readonly sandboxes: () => Promise<readonly NetworkName[]>
}

/**
 * Every network by name and what can be done on it, and those that a running sandbox plays. Only those named in `check` are asked anything, all at once.
 * Without a look at the chain nobody knows that our router stands there: such a network is called read-only.
 */
export async function networks(
  context: NetworksContext,
  check: readonly NetworkName[] = [],
): Promise<readonly NetworkStatus[]> {
  const played = (await context.sandboxes()).filter((name) => playedBy(name) !== undefined).map(findNetwork)
  return Promise.all(
    [...allNetworks(), ...played].map((listing) =>
      statusOf(context, listing, check.includes(listing.name) ? 'all' : 'nothing'),
    ),
  )
}

/**
 * One network as its endpoint says it is now, of our contracts the router only. Nothing else is asked, so that no other
 * network can delay it.
 */
export const networkStatus = (context: NetworksContext, name: NetworkName): Promise<NetworkStatus> =>
  statusOf(context, findNetwork(name), 'router')

/** What an endpoint is asked for: all is the head and every contract of ours. */
type Checked = 'nothing' | 'router' | 'all'

async function statusOf(context: NetworksContext, listing: NetworkListing, checked: Checked): Promise<NetworkStatus> {
  const { entry } = listing
  if (entry === undefined) return { listing, state: 'planned', unproven: [] }
  const unproven = entry.venues.flatMap(({ name, protocol }) => (proven.has(protocol) ? [] : [name]))
  const urls = await context.endpoints(entry)
  if (checked === 'nothing') return { listing, state: unasked(listing, urls), unproven }
  const check = await examine(context, entry, {
    url: urls[0] ?? '',
    adapters: checked === 'all' ? adapterContracts : [],
  })
  return { listing, state: stateOf(check), check, unproven }
}

const adapters: readonly Protocol<unknown>[] = all
const proven = new Set(adapters.flatMap(({ kind, proof }) => (proof.proven ? [kind] : [])))

function unasked({ name }: NetworkListing, urls: readonly string[]): NetworkState {
  if (urls.length === 0) return 'no-rpc'
  return isSandbox(name) ? 'ready' : 'read-only'
}

function stateOf(check: NetworkCheck): NetworkState {
  if (!check.chainIdOk) return 'no-rpc'
  return routerOf(check)?.ok ? 'ready' : 'read-only'
}

interface Examined {
  readonly url: string
  /** Of ours, those that are looked for beside the router. */
  readonly adapters: typeof adapterContracts
}

async function examine(
  context: NetworksContext,
  entry: Network,
  { url, adapters: others }: Examined,
): Promise<NetworkCheck> {
  const from = context.clock.elapsed()
  const unseen = { rpc: hostOf(url), head: undefined, contracts: [], eip1559: undefined }
  try {
    const chain = await context.chain(entry.name)
    const head = await chain.head()
    const latencyMs = Math.round(context.clock.elapsed() - from)
    const [fees, contracts] = await Promise.all([chain.fees(), deployedOn(context, chain, others)])
    return {
      rpc: hostOf(url),
      latencyMs,
      head: head.number,
      headAgeSeconds: Math.max(0, context.clock.now() - head.time),
      chainIdOk: true,
      contracts,
      eip1559: fees.type === 2,
      problem: undefined,
    }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    // A head that is too old is no chain's any more, but how old it is says what ails the endpoint.
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

/** Which of our contracts are deployed. Those that were seen before are not asked for. */
function deployedOn(
  { contracts }: NetworksContext,
  chain: Chain,
  others: typeof adapterContracts,
): Promise<readonly ContractCheck[]> {
  const { name: network } = chain.network
  const ours = [{ name: 'router', ...routerOn(chain.network) }, ...others]
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

import type { QuoteContext } from '#app/context'
import { readDeployedCode } from '#app/verify-contracts'
import { isFailure, SwapError } from '#domain/errors'
import type { Network, NetworkListing } from '#domain/network'
import type { Clock } from '#domain/ports'
import type { Protocol } from '#domain/protocol'
import { isSandbox, playedBy } from '#domain/sandbox'
import { type NetworkCheck, type NetworkState, type NetworkStatus, routerOf } from '#domain/service'
import type { NetworkName } from '#domain/units'
import { allNetworks, findNetwork } from '#networks/find'
import { all } from '#protocols/all.gen'

export interface NetworksContext {
  readonly clock: Clock
  readonly chain: QuoteContext['chain']
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
    [...allNetworks(), ...played].map(async (listing) => {
      const { entry } = listing
      if (entry === undefined) return { listing, state: 'planned' as const, unproven: [] }
      const unproven = entry.venues.flatMap(({ name, protocol }) => (proven.has(protocol) ? [] : [name]))
      const urls = await context.endpoints(entry)
      if (!check.includes(listing.name)) return { listing, state: unasked(listing, urls), unproven }
      const found = await examine(context, entry, urls[0] ?? '')
      return { listing, state: stateOf(found), check: found, unproven }
    }),
  )
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

async function examine(context: NetworksContext, entry: Network, url: string): Promise<NetworkCheck> {
  const from = context.clock.elapsed()
  const unseen = { rpc: hostOf(url), head: undefined, contracts: [], eip1559: undefined }
  try {
    const chain = await context.chain(entry.name)
    const head = await chain.head()
    const latencyMs = Math.round(context.clock.elapsed() - from)
    const [fees, codes] = await Promise.all([chain.fees(), readDeployedCode(chain)])
    return {
      rpc: hostOf(url),
      latencyMs,
      head: head.number,
      headAgeSeconds: Math.max(0, context.clock.now() - head.time),
      chainIdOk: true,
      contracts: codes.map(({ name, address, state }) => ({ name, address, ok: state === 'ours' })),
      eip1559: fees.type === 2,
      problem: undefined,
    }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    // A head that is too old is no chain's any more, but how old it is says what ails the endpoint.
    const headAgeSeconds = isFailure(error, 'STALE_HEAD') ? error.details.age : undefined
    return { ...unseen, headAgeSeconds, latencyMs: undefined, chainIdOk: false, problem: error.message }
  }
}

/** An endpoint's path may hold a key, so only its host is shown. */
function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^@/]*@)?([^/?#]+)/i.exec(url)?.[1] ?? ''
}

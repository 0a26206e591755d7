/** The routing cores of all networks: takes blocks and answers queries. Runs in this thread or in a worker. */

import type { Clock } from '#domain/clock'
import type { Protocols } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { MarketAnswer, OneOffAnswer, RouteQuery, UnusedPoolsByReason } from '#domain/quotes/market'
import { isPoolAllowed } from '#domain/quotes/quote'
import type { ExactOutRequest, RouteRequest } from '#domain/quotes/route'
import { type Address, amount, type NetworkName } from '#domain/units'
import { maxAmountIn } from '#routing/exact-out/min-amount'
import { createRouter, type Router } from '#routing/router'
import { type ExplainRequest, type RouteUsage, routeUsageOf } from './explain-request.ts'

/** A block to search over. */
export interface BlockView {
  readonly snapshot: Snapshot
  /** The network's wrapped native token. */
  readonly wrapped: Address
}

export interface RoutingCore {
  updateBlock(view: BlockView): void
  /** Over the network's last block. @throws RangeError before the first one */
  find(network: NetworkName, query: RouteQuery): MarketAnswer
  /** Why pools are not in the route; `undefined` if another block has arrived since. */
  explain(network: NetworkName, asked: ExplainRequest): UnusedPoolsByReason | undefined
  /** Over pools of its own, none of which is kept. */
  findOnce(asked: OneOffQuery): OneOffAnswer
}

export interface OneOffQuery {
  readonly snapshot: Snapshot
  readonly request: RouteRequest | ExactOutRequest
}

interface CoreContext {
  readonly protocols: Protocols
  readonly clock: Pick<Clock, 'elapsed'>
  /** A search that takes longer ends with the best route so far; none does if absent. */
  readonly maxSearchMs?: number | undefined
}

/** Choices of pools other than «all»: each has a market of its own, so only a few are kept. */
const maxChoices = 4

interface RouterEntry {
  readonly router: Router
  snapshot: Snapshot | undefined
}

interface NetworkRouters {
  readonly all: RouterEntry
  readonly choices: Map<string, RouterEntry>
  view: BlockView
}

export function createRoutingCore({
  protocols,
  clock,
  maxSearchMs = Number.POSITIVE_INFINITY,
}: CoreContext): RoutingCore {
  const networks = new Map<NetworkName, NetworkRouters>()
  let [began, proofBegan] = [0, 0]
  const isInterrupted = () => clock.elapsed() - began > maxSearchMs
  const onProof = () => {
    proofBegan = clock.elapsed()
  }
  const createEntry = (): RouterEntry => ({
    router: createRouter({ protocols, onProof, isInterrupted }),
    snapshot: undefined,
  })

  function getNetworkRouters(network: NetworkName): NetworkRouters {
    const known = networks.get(network)
    if (known === undefined) throw new RangeError(`nothing was seen of ${network}`)
    return known
  }

  /** The router for a choice of pools, updated to the newest block. */
  function getRouter(network: NetworkName, question: RouteQuery): Router {
    const { all, choices, view } = getNetworkRouters(network)
    const { include, exclude, gasPrice } = question
    if (include.length === 0 && exclude.length === 0 && gasPrice === undefined) return all.router
    const key = [include.join(), exclude.join(), gasPrice].join('|')
    const one = choices.get(key) ?? createEntry()
    choices.delete(key)
    choices.set(key, one)
    for (const old of [...choices.keys()].slice(0, -maxChoices)) choices.delete(old)
    showBlock(one, view, question)
    return one.router
  }

  function findTimed(router: Router, request: OneOffQuery['request']) {
    began = clock.elapsed()
    proofBegan = 0
    const { tries: _, ...answer } = 'amountIn' in request ? router.find(request) : router.findExactOut(request)
    const ended = clock.elapsed()
    const searched = proofBegan === 0 ? ended : proofBegan
    return { maxOut: undefined, ...answer, spent: { search: searched - began, proof: ended - searched } }
  }

  return {
    updateBlock(view) {
      const { network } = view.snapshot
      const known = networks.get(network) ?? { all: createEntry(), choices: new Map(), view }
      networks.set(network, known)
      known.view = view
      showBlock(known.all, view)
    },
    find(network, question) {
      const answer = findTimed(getRouter(network, question), question.request)
      return { ...answer, block: getNetworkRouters(network).view.snapshot.block.hash }
    },
    findOnce({ snapshot, request }) {
      const { router } = createEntry()
      router.loadSnapshot(snapshot, request.wrapped, request)
      const answer = findTimed(router, request)
      const unused = explainUnused(router, request, routeUsageOf(answer))
      return { ...answer, block: snapshot.block.hash, unused }
    },
    explain(network, { query: question, block, ...usedPools }) {
      if (getNetworkRouters(network).view.snapshot.block.hash !== block) return undefined
      return explainUnused(getRouter(network, question), question.request, usedPools)
    },
  }
}

function explainUnused(
  router: Router,
  request: OneOffQuery['request'],
  { usedPools: used, amountIn }: RouteUsage,
): UnusedPoolsByReason {
  const unused = router.explain({ amountIn: amountIn ?? amount(maxAmountIn), ...request }, new Set(used))
  return [...unused].map(([reason, pools]) => ({ reason, pools: pools.map(({ address }) => address) }))
}

/** Gives a router the block, filtered by its own choice of pools and with its gas price. */
function showBlock(one: RouterEntry, { snapshot, wrapped }: BlockView, query?: RouteQuery): void {
  if (one.snapshot === snapshot) return
  one.snapshot = snapshot
  const pools = query === undefined ? snapshot.pools : snapshot.pools.filter(({ pool }) => isPoolAllowed(query, pool))
  one.router.loadSnapshot({ ...snapshot, pools, gasPrice: query?.gasPrice ?? snapshot.gasPrice }, wrapped)
}

/** The stateful routing core: keeps its index of the pools and its last results from block to block. */
import type { Pool, Protocols } from '#domain/pools/protocol'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { ExactOutRequest, RouteRequest } from '#domain/quotes/route'
import type { Address } from '#domain/units'
import type { LegPlan } from '#routing/answer/evaluate-legs'
import { type ExactOutResult, findExactOut } from '#routing/exact-out/exact-out'
import { auditRoute, type RouteAudit } from '#routing/explain/audit'
import { findUnusedPools, type UnusedPools } from '#routing/explain/unused-pools'
import { buildMarketIndex, type MarketIndex, updateMarketIndex } from '#routing/index/market-index'
import { createPoolGraph, type Edge } from '#routing/index/pool-graph'
import { createProofWorkspace } from '#routing/proof/proof-state'
import type { EffortLimits } from '#routing/search/effort'
import { createSearchWorkspace } from '#routing/search/workspace'
import { findBestRoute, type RouterState, type RoutingResult } from './search-route.ts'
import { createWarmStartCache } from './warm-start.ts'

export interface RouterContext {
  readonly protocols: Protocols
  /** Called when the search of a request has ended and the proof of its result begins. */
  readonly onProof?: (() => void) | undefined
  /**
   * Asked now and then during a search: once it is true, the request is answered with the best route so far. A route
   * that was cut short says after how many sets of legs, so that the same search can be repeated without a clock.
   */
  readonly isInterrupted?: (() => boolean) | undefined
}

/** Sets of legs that the searches of a request have valued, their measure of effort. */
interface CountedEffort {
  readonly tries: number
}

export interface Router {
  /**
   * Loads a block: rebuilds everything if the set of pools has changed, else updates only the changed states.
   * @param request the only one there will be, if it is known
   */
  loadSnapshot(snapshot: Snapshot, wrapped: Address, request?: RouteRequest | ExactOutRequest): void
  /**
   * The best route for the request's objective over the last snapshot. @throws RangeError before the first snapshot
   */
  find(request: RouteRequest): RoutingResult & CountedEffort
  /** The cheapest route that buys at least `amountOut`. @throws RangeError before the first snapshot */
  findExactOut(request: ExactOutRequest): ExactOutResult & CountedEffort
  /** Why each pool outside the route is not in it. */
  explain(request: RouteRequest, used: ReadonlySet<Address>): UnusedPools
  /** How every pool compares with a route, and where the route's gap comes from. */
  audit(request: RouteRequest, legs: readonly LegPlan[]): RouteAudit | undefined
}

interface Block {
  readonly snapshot: Snapshot
  readonly wrapped: Address
  readonly request: RouteRequest | ExactOutRequest | undefined
}

export function createRouter(context: RouterContext): Router {
  let block: Block | undefined
  const sights = new Map<boolean, RouterState>()

  /**
   * Ranking and rejection by gas use the block's gas price; if gas does not count, everything is indexed at price 0.
   */
  const sightFor = ({ optimizeFor }: Pick<RouteRequest, 'optimizeFor'>): RouterState => {
    if (block === undefined) throw new RangeError('no snapshot was seen')
    const countsGas = optimizeFor !== 'output'
    const known = sights.get(countsGas)
    if (known?.snapshot === block.snapshot) return known
    const gasPrice = countsGas ? block.snapshot.gasPrice : 0n
    const isSame = known !== undefined && isSameMarket(known.snapshot, block.snapshot)
    const sight = isSame ? updateState(context, known, block, gasPrice) : createState(context, block, gasPrice)
    sights.set(countsGas, sight)
    return sight
  }
  return {
    loadSnapshot(snapshot, wrapped, request) {
      block = { snapshot, wrapped, request }
      sightFor({})
    },
    find: (request) => countEffort(sightFor(request), request, (state) => findBestRoute(state, request)),
    findExactOut: (request) => countEffort(sightFor(request), request, (state) => findExactOut(state, request)),
    explain: (request, used) => findUnusedPools(sightFor(request), request, used),
    audit(request, legs) {
      const state = sightFor(request)
      state.workspace.effort.begin(request)
      return auditRoute(state, request, legs)
    },
  }
}

/** Begins the effort of a request, and says in its result how much was spent, and whether that cut the search short. */
function countEffort<R extends RoutingResult>(
  state: RouterState,
  limits: EffortLimits,
  find: (state: RouterState) => R,
): R & CountedEffort {
  const { effort } = state.workspace
  effort.begin(limits)
  const result = find(state)
  const { route } = result
  const cutShortAfter = effort.cutShortAfter()
  const isCut = route !== undefined && cutShortAfter !== undefined
  return { ...result, route: isCut ? { ...route, cutShortAfter } : route, tries: effort.spent() }
}

function createState(context: RouterContext, { snapshot, wrapped, request }: Block, gasPrice: bigint): RouterState {
  const market = createPoolGraph(context, snapshot.pools)
  const index = buildMarketIndex(market, { wrapped, gasPrice, request })
  const { onProof } = context
  return { snapshot, market, onProof, ...createCold(context, index) }
}

/** What searches learn from one to the next, with nothing learned. */
function createCold(context: RouterContext, index: MarketIndex) {
  const workspace = createSearchWorkspace(index, context.isInterrupted)
  return { workspace, proofs: createProofWorkspace(workspace), cache: createWarmStartCache() }
}

const isSameMarket = (before: Snapshot, now: Snapshot) =>
  before.chainId === now.chainId &&
  before.pools.length === now.pools.length &&
  before.pools.every(({ pool }, i) => isSamePlace(pool, now.pools[i]?.pool))

/** Whether the edges of a pool stay those of the graph: what a pool trades is an endpoint's word, and read again. */
const isSamePlace = (before: Pool, now: Pool | undefined) =>
  before === now ||
  (before.address === now?.address &&
    before.venue.protocol === now.venue.protocol &&
    before.base === now.base &&
    before.tokens.length === now.tokens.length &&
    before.tokens.every((token, i) => token === now.tokens[i]))

/** If there is only one request, its search is as in a market just built: nothing of another is searched on from. */
function updateState(
  context: RouterContext,
  state: RouterState,
  { snapshot, request }: Block,
  gasPrice: bigint,
): RouterState {
  const now = new Map<Address, LivePool>()
  snapshot.pools.forEach((live, i) => {
    if (live.state !== state.snapshot.pools[i]?.state) now.set(live.pool.address, live)
  })
  const changed: Edge[] = []
  for (const edge of state.market.edges) {
    const live = now.get(edge.live.pool.address)
    if (live === undefined) continue
    edge.live = live
    changed.push(edge)
  }
  const { index, fields, currentFields } = state.workspace
  const risen = updateMarketIndex(index, changed, Number(gasPrice))
  if (request !== undefined) return { ...state, snapshot, ...createCold(context, index) }
  for (const cache of [fields, currentFields]) cache.age(risen)
  state.cache.age()
  return { ...state, snapshot }
}

/** Answers one request from the state of a block. */
import type { Pool } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Route, RouteRequest } from '#domain/quotes/route'
import { bestEvaluation, createObjective, type EvaluationContext, toRoute } from '#routing/answer/answer'
import { baseRouteGas, type Evaluation, intermediateGasSaving } from '#routing/answer/evaluate'
import { findNarrowPools } from '#routing/answer/narrow-pools'
import { toOptimality } from '#routing/answer/optimality'
import { createGasValue } from '#routing/index/gas'
import type { Edge, PoolGraph } from '#routing/index/pool-graph'
import type { Task } from '#routing/index/task'
import { type Certificate, certify } from '#routing/proof/certify'
import {
  needsRestart,
  rememberOutcome,
  restartSearch,
  type SearchContext,
  type SearchOutcome,
  searchWarm,
} from './warm-start.ts'

export interface RoutingResult {
  /** `undefined` if no path takes the whole amount and gives something, or if pools have to be read wider first. */
  readonly route: Route | undefined
  /** Pools whose state was read too narrowly for a trade that mattered: read them wider and search again. */
  readonly narrow: readonly Pool[]
}

/** Everything known of a block, and the results found in it. */
export interface RouterState extends SearchContext {
  readonly snapshot: Snapshot
  readonly market: PoolGraph
  /** Called when the search has ended and the proof begins, so that a caller with a clock can time them separately. */
  readonly onProof: (() => void) | undefined
}

/** A request whose tokens the market has, and the outcome of its search. */
export interface RouteSearch {
  readonly context: EvaluationContext
  readonly task: Task
  readonly searchOutcome: SearchOutcome
  /** The best result in integers; `undefined` if no path takes the whole amount. */
  readonly best: Evaluation | undefined
}

/**
 * Searches the best route of a request.
 * @param how the search function; {@link searchWarm} by default
 * @returns `undefined` if a token is in no pool, or the input amount is 0
 */
export function searchRoute(
  state: RouterState,
  request: RouteRequest,
  how: (state: RouterState, task: Task) => SearchOutcome = searchWarm,
): RouteSearch | undefined {
  const { snapshot, market, workspace } = state
  const source = market.numbers.get(request.tokenIn)
  const target = market.numbers.get(request.tokenOut)
  if (source === undefined || target === undefined || request.amountIn === 0n) return undefined

  const gasValue = createGasValue(workspace.index, target, snapshot.gasPrice)
  const objective = createObjective(request.optimizeFor, gasValue)
  const context = { market, request, gasValue, objective, source, target }
  const task: Task = {
    source,
    target,
    amount: Number(request.amountIn),
    gasValue: objective.gasUnitCost,
    passedGas: Number(intermediateGasSaving),
    limits: request,
    effort: request.effort,
  }
  const isRemembered = request.canWiden !== true
  const searchAndEvaluate = (limited: Task) => {
    const searchOutcome = how(state, limited)
    if (isRemembered) rememberOutcome(state, task, searchOutcome)
    return { context, task, searchOutcome, ...bestEvaluation(context, workspace.dual, searchOutcome.optimum) }
  }
  let found = searchAndEvaluate(task)
  let best = found
  const excluded = new Set<number>()
  for (let retry = 0; retry < maxRetries && found.overstated.length > 0 && !workspace.effort.isOver(); retry += 1) {
    for (const id of listEdgesOfPools(market, found.overstated)) excluded.add(id)
    found = searchAndEvaluate({ ...task, excluded })
    if (isBetterSearch(found, best)) best = found
  }
  if (isRemembered && best !== found) rememberOutcome(state, task, best.searchOutcome)
  return best
}

/** Searches that are repeated without pools that give far less than their curves say. */
const maxRetries = 6

/** Every edge of the pools of some edges. */
function listEdgesOfPools({ edges }: PoolGraph, some: readonly Edge[]): readonly number[] {
  const pools = new Set(some.map(({ live }) => live.pool.address))
  return edges.flatMap(({ id, live }) => (pools.has(live.pool.address) ? [id] : []))
}

const isBetterSearch = (a: RouteSearch, b: RouteSearch): boolean =>
  a.best !== undefined && (b.best === undefined || a.context.objective.isBetter(a.best, b.best))

/** A search that ends with the first result whose amount may pass the edge of what was read of a pool. */
function searchUntilNarrow(state: RouterState, task: Task): SearchOutcome {
  return searchWarm({ ...state, isEnough: (found) => findNarrowPools(state, task, found).length > 0 }, task)
}

/** The best route. If a warm-started search seems to have gone astray, restarts it and returns the better of both. */
export function findBestRoute(state: RouterState, request: RouteRequest): RoutingResult {
  const looked = searchRoute(state, request, request.canWiden === true ? searchUntilNarrow : searchWarm)
  const { answer, certificate } = buildCertifiedResult(state, looked, looked?.best)
  if (looked === undefined || state.workspace.effort.isOver()) return answer
  if (!needsRestart(looked.searchOutcome, certificate)) return answer
  const anew = searchRoute(state, request, (context, task) => restartSearch(context, task, certificate))
  if (anew !== undefined && isBetterSearch(anew, looked)) return buildResult(state, anew, anew.best)
  rememberOutcome(state, looked.task, { ...looked.searchOutcome, certificate, by: 'start' })
  return answer
}

/** @param outcome the exact result to return; `undefined` for no route */
export const buildResult = (
  state: RouterState,
  search: RouteSearch | undefined,
  outcome: Evaluation | undefined,
): RoutingResult => buildCertifiedResult(state, search, outcome).answer

export interface CertifiedResult {
  readonly answer: RoutingResult
  readonly certificate?: Certificate | undefined
}

/** The same with the proof of its bound. */
export function buildCertifiedResult(
  state: RouterState,
  search: RouteSearch | undefined,
  outcome: Evaluation | undefined,
): CertifiedResult {
  if (search === undefined) return { answer: { route: undefined, narrow: [] } }
  const { context, task, searchOutcome: sought } = search
  const narrow = findNarrowPools(state, task, outcome && sought.optimum)
  if (context.request.canWiden === true && narrow.length > 0) return { answer: { route: undefined, narrow } }
  state.onProof?.()
  const certificate = outcome && proveSearch(state, search)
  const route = outcome && {
    ...toRoute(context, outcome),
    optimality: deriveOptimality(certificate, search, outcome),
  }
  return { answer: { route, narrow }, certificate }
}

/** Proves a bound on the output. There is none for minimum gas: bounds are on outputs. */
function proveSearch(
  state: RouterState,
  { context, task, searchOutcome: sought }: RouteSearch,
): Certificate | undefined {
  const { found } = sought
  if (found === undefined || context.request.optimizeFor === 'gas') return undefined
  const certificate = sought.certificate ?? certify(state.proofs, task, found)
  rememberOutcome(state, task, { ...sought, certificate })
  return certificate
}

function deriveOptimality(
  certificate: Certificate | undefined,
  { context: { objective } }: RouteSearch,
  { amountOut, gas }: Evaluation,
) {
  const everyRoute = objective.gasUnitCost * Number(baseRouteGas)
  return certificate && toOptimality(certificate, everyRoute, amountOut - objective.gasCost(gas))
}

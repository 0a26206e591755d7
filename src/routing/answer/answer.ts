/** Turns the search result (floats) into a route that is exact in integers. */
import { itemAt } from '#domain/item-at'
import type { Objective, Route, RouteRequest } from '#domain/quotes/route'
import { amount } from '#domain/units'
import { f64, i32 } from '#math/typed'
import type { GasValue } from '#routing/index/gas'
import type { Edge, PoolGraph } from '#routing/index/pool-graph'
import type { DualWorkspace } from '#routing/search/dual'
import type { LocalOptimum } from '#routing/search/incumbent'
import { decompose } from './decompose.ts'
import { type EdgeFlow, type Evaluation, easeFullPools, evaluate, legsFromFlows } from './evaluate.ts'
import { computeExactOutput, findBestExactPath, findMinGasPath } from './exact-path.ts'
import {
  findOverstatedFlows,
  findOverstatedLegs,
  isAsPromised,
  type Overstatement,
  withOverstatedBeside,
} from './overstated.ts'

export interface EvaluationContext {
  readonly market: PoolGraph
  readonly request: RouteRequest
  readonly gasValue: GasValue
  readonly objective: RouteObjective
  readonly source: number
  readonly target: number
}

/** Precision of the dual prices before shares are computed, as part of the output. */
const finalPrecision = 1e-13

export interface BestEvaluation {
  /** `undefined` if no candidate takes the whole amount. */
  readonly best: Evaluation | undefined
  /** Edges of the search results that give far less than the search was told, and others like them beside. */
  readonly overstated: readonly Edge[]
}

/**
 * The best of the search results when evaluated exactly as the contract would: the split route, or a single path if
 * rounding or the gas of crossed ticks ranks that first. Where floats do not tell what pools give, the best single path in
 * integers is another candidate.
 */
export function bestEvaluation(
  context: EvaluationContext,
  dual: DualWorkspace,
  found: LocalOptimum | undefined,
): BestEvaluation {
  const { market, request, objective } = context
  const hops = { ...context, maxHops: Math.min(request.maxHops, request.maxLegs) }
  const overstated: Overstatement[] = []
  let best: Evaluation | undefined
  const consider = (flows: readonly EdgeFlow[]): Evaluation | undefined => {
    const evaluation = evaluateFlows(flows, context)
    if (evaluation !== undefined && (best === undefined || objective.isBetter(evaluation, best))) best = evaluation
    return evaluation
  }
  for (const flows of found === undefined ? [] : solveFlows(market, dual, found)) {
    if (flows.some(({ into }) => !Number.isFinite(into))) continue // floats may overflow
    const evaluation = consider(flows)
    const isWhole = evaluation !== undefined
    overstated.push(...(isWhole ? findOverstatedLegs(dual.book, evaluation) : findOverstatedFlows(dual.book, flows)))
  }
  for (const { edges } of found?.singlePaths ?? [])
    consider(toPathFlows(edges.map(({ edge }) => itemAt(market.edges, edge))))
  if (request.optimizeFor === 'gas') consider(toPathFlows(findMinGasPath(market, hops, request.amountIn) ?? []))
  if (best === undefined || overstated.length > 0 || !isAsPromised(dual.book, best))
    consider(toPathFlows(findBestExactPath(market, hops, request.amountIn) ?? []))
  return { best, overstated: withOverstatedBeside(dual.book, market, overstated).map(({ edge }) => edge) }
}

/** By which part the flows of a solved route may differ from the amount. */
const soldMargin = 1e-6
/** A flow this close to what a pool takes counts as full. */
const fullMargin = 1e-6
/** By which part the flow into full pools is lowered, one after another, until a route can be executed. */
const easings = [1e-8, 1e-6, 1e-4, 1e-2]

const toPathFlows = (way: readonly Edge[]): readonly EdgeFlow[] => way.map((edge) => ({ edge, into: 1 }))

function evaluateFlows(flows: readonly EdgeFlow[], { request, source }: EvaluationContext): Evaluation | undefined {
  const evaluateThese = (these: readonly EdgeFlow[]) => {
    const legs = legsFromFlows(these, source)
    return legs && evaluate(legs, request)
  }
  const whole = evaluateThese(flows)
  if (whole !== undefined || flows.every(({ isFull }) => isFull !== true)) return whole
  for (const part of easings) {
    const eased = evaluateThese(easeFullPools(flows, part))
    if (eased !== undefined) return eased
  }
  return undefined
}

/**
 * The flows of the solution; first those of it with less into the largest, if it sells more than there is, as it may where
 * pools are all but drained: their prices hardly depend on amounts. Either may give more.
 */
function solveFlows(
  { edges }: PoolGraph,
  dual: DualWorkspace,
  { core, support }: LocalOptimum,
): readonly (readonly EdgeFlow[])[] {
  const { amount } = core.task
  dual.solve(support.edges, amount, support.prices.slice(), { precision: finalPrecision })
  const sold = support.edges.map(({ a }, i) => (a === 0 ? f64(dual.x, i) : 0))
  const over = sold.reduce((sum, into) => sum + into, 0) - amount
  const largest = sold.indexOf(Math.max(...sold))
  const toFlows = (less: number) =>
    support.edges.map(({ edge }, i) => {
      const into = i === largest ? Math.max(0, f64(dual.x, i) - less) : f64(dual.x, i)
      return { edge: itemAt(edges, edge), into, isFull: isFull(dual, edge, into) }
    })
  return over > amount * soldMargin ? [toFlows(over), toFlows(0)] : [toFlows(0)]
}

function isFull({ book }: DualWorkspace, edge: number, into: number): boolean {
  const capacity = f64(book.columns.sold, i32(book.last, edge))
  return into * f64(book.feeFactor, edge) >= capacity * (1 - fullMargin)
}

export function toRoute(
  { market, request, gasValue, source, target }: EvaluationContext,
  evaluation: Evaluation,
): Route {
  const { tokenIn, tokenOut, amountIn, maxSplits } = request
  const { legs, amountOut, gas } = evaluation
  const single = maxSinglePoolOutput(market.leaving(source), target, amountIn)
  const inTokenOut = gasValue.toExactCost(gas)
  return {
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    gas,
    gasInTokenOut: inTokenOut === undefined ? undefined : amount(inTokenOut),
    legs,
    paths: decompose(legs, { tokenIn, tokenOut, max: maxSplits }),
    bestSinglePool: single > 0n ? amount(single) : undefined,
  }
}

/** The largest output of one pool for the whole amount, gas not counted; 0 if no pool takes it. */
function maxSinglePoolOutput(leaving: readonly Edge[], target: number, amountIn: bigint): bigint {
  let best = 0n
  for (const edge of leaving) {
    if (edge.target !== target) continue
    const out = computeExactOutput([edge], amountIn)
    if (out > best) best = out
  }
  return best
}

/** The objective to maximize. */
export interface RouteObjective {
  /** Cost of a unit of gas in the search, in smallest units of the output token. */
  readonly gasUnitCost: number
  /** Cost of gas when comparing results, in smallest units of the output token; not necessarily its market price. */
  gasCost(gas: bigint): bigint
  /** True if `a` is better than `b`, both for the same input amount. */
  isBetter(a: Evaluation, b: Evaluation): boolean
}

/**
 * The search itself always weighs gas by its price, or not at all: to minimize gas, its weight would have to exceed
 * every output, and floats cannot hold both. The least gas is chosen exactly, among the search results and the single
 * paths.
 */
export function createObjective(objective: Objective | undefined, gasValue: GasValue): RouteObjective {
  const counts = objective !== 'output'
  const gasCost = (gas: bigint) => (counts ? (gasValue.toExactCost(gas) ?? 0n) : 0n)
  const net = ({ amountOut, gas }: Evaluation) => amountOut - gasCost(gas)
  return {
    gasUnitCost: counts ? gasValue.perUnit : 0,
    gasCost,
    isBetter:
      objective === 'gas'
        ? (a, b) => (a.gas === b.gas ? a.amountOut > b.amountOut : a.gas < b.gas)
        : (a, b) => net(a) > net(b),
  }
}

import { f64 } from '#math/typed'
import { listEdges } from '#routing/index/pair-graph'
import { computeArbitrage } from './arbitrage.ts'
import { extendPrices, getExtendedPrices } from './extend-prices.ts'
import { type ProofState, widenBySearch } from './proof-state.ts'
import { computeLegCost, type Scope } from './scope.ts'
import { createShortfalls, minSplitShortfall } from './shortfall.ts'
import { maxSinglePathNet } from './single-path-bound.ts'
import { anneal } from './tighten-upper-bound.ts'
import { classBoundTuning } from './tuning.ts'

const { gasParts, maxProvenGasPart, smoothing, steps, maxLogRange, goldenSteps } = classBoundTuning

/**
 * The bound for routes of few legs, whose gas prices cannot express. Every route is a single path, or two or more
 * direct pools between the two tokens, or has several paths of which one is longer; the maximum over the three classes.
 * @param above another bound already proven: larger results are of no use
 * @returns `undefined` if there are too many single paths
 */
export function boundByClasses(state: ProofState, above: number): number | undefined {
  const { workspace, scope, found } = state
  const min = Math.max(0, found.net)
  getExtendedPrices(state)
  const wide = widenBySearch(state)
  workspace.clearPrices()
  const single = maxSinglePathNet(scope, workspace.prices, min)
  workspace.clearPrices()
  if (single === undefined || single >= above) return single
  const bound = Math.max(single, boundDirectPools(scope))
  return bound >= above ? bound : Math.max(bound, boundSplitRoutes(wide, bound))
}

/** @param min routes that give less are ignored */
function boundSplitRoutes(state: ProofState, min: number): number {
  const { workspace, scope } = state
  const prices = state.prices.slice()
  let bound = Number.POSITIVE_INFINITY
  for (const gasPart of gasParts) {
    anneal({ ...state, prices }, [smoothing], { gasPart, legPrice: 0 }, steps)
    if (gasPart >= maxProvenGasPart) continue
    const spread = extendPrices({ ...state, prices })
    const shortfalls = createShortfalls(workspace.shortfalls, scope, workspace.prices)
    const radius = Math.max(0, spread.bound - min)
    bound = Math.min(bound, spread.bound - minSplitShortfall(workspace.dijkstra, scope, shortfalls, radius))
    if (bound <= min) return min
  }
  return bound
}

const golden = (Math.sqrt(5) - 1) / 2

/**
 * Upper bound on the net output of routes over two or more direct pools of the two tokens and nothing else; −∞ if there
 * are none. At any price ν of the input token: D · ν + the two largest of arb − gas + all others above 0.
 */
export function boundDirectPools(scope: Scope): number {
  const { pairs } = scope.index
  const pair = pairs.find(scope.task.source, scope.task.target)
  if (pair === undefined) return Number.NEGATIVE_INFINITY
  const edges = [...listEdges(pairs, pair)].filter((edge) => f64(scope.index.book.spot, edge) > 0)
  if (edges.length < 2) return Number.NEGATIVE_INFINITY

  const top = Math.log(f64(pairs.spot, pair))
  let [low, high] = [top - maxLogRange, top]
  for (let step = 0; step < goldenSteps; step += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (evaluateBound(scope, edges, Math.exp(left)) < evaluateBound(scope, edges, Math.exp(right))) high = right
    else low = left
  }
  return evaluateBound(scope, edges, Math.exp((low + high) / 2))
}

function evaluateBound(scope: Scope, edges: readonly number[], price: number): number {
  let [bound, first, second] = [scope.task.amount * price, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const edge of edges) {
    const surplus = computeArbitrage(scope, edge, price, 1) - computeLegCost(scope, edge)
    bound += Math.max(0, surplus)
    if (surplus > first) [first, second] = [surplus, first]
    else second = Math.max(second, surplus)
  }
  return bound + Math.min(0, first) + Math.min(0, second)
}

/**
 * Closes the gap that prices alone leave: at the prices of the bound some pools gain just what their gas costs, and
 * using a part of such a pool would be optimal. A route uses the pool or not, and either way the bound is lower. So
 * this branches on one pool after another, always at the node with the highest bound (branch and bound, best first).
 */

import { f64, i32 } from '#math/typed'
import { computeArbitrage } from './arbitrage.ts'
import { exploreBestFirst, type SearchNode } from './best-first.ts'
import { fixByReducedCost, selectBranchingEdge } from './branching.ts'
import { type CoreEdges, compactTokens, filterEdges, forEachEdge } from './core-edges.ts'
import { gatherCoreWithin } from './near-edges.ts'
import type { ProofState } from './proof-state.ts'
import type { Scope } from './scope.ts'
import { branchesTuning } from './tuning.ts'

const { maxNodes, firstNodes, minEarlyProgress, delta, steps, margin } = branchesTuning

/**
 * Upper bound on the net output of any route, at least `min`: nothing below that is explored.
 * @param bound proven by the prices in the workspace
 * @param min routes that give no more are ignored: the found one gives that, or nearly so
 */
export function boundByBranches(state: ProofState, bound: number, min: number): number {
  const core = bound > min ? gatherCoreWithin(state, bound - min) : undefined
  if (core === undefined) return bound
  const root = createRootNode(state, core, min)
  const limits = { maxNodes, firstNodes, minEarlyProgress }
  return Math.min(
    bound,
    exploreBestFirst(root, { before: bound, min }, limits, (node) => branchOn(state, node, min)),
  )
}

/** A branch-and-bound node. */
export interface BranchNode extends SearchNode {
  /** The edges that a route may still use. Edges fixed as used cost nothing here: their cost is in `paid`. */
  readonly core: CoreEdges
  readonly paid: number
  readonly prices: Float64Array
  /** A position in the core. */
  readonly next: number
}

type BranchQuery = Pick<BranchNode, 'core' | 'paid' | 'prices'>

export const createRootNode = (state: ProofState, core: CoreEdges, min: number): BranchNode =>
  evaluateNode(
    state,
    { core, paid: 0, prices: Float64Array.from(core.tokens, (token) => f64(state.workspace.prices, token)) },
    min,
  )

/** Branches into routes that use the undecided edge, and so no other one of its pool, and routes that do not. */
export function branchOn(
  state: ProofState,
  { core, paid, prices, bound, next }: BranchNode,
  min: number,
): readonly BranchNode[] {
  const cost = core.cost.slice()
  cost[next] = 0
  const rivals = new Set(core.groups.find(({ places }) => places.includes(next))?.places)
  const using = {
    core: filterEdges(state.scope, { ...core, cost }, (place) => place === next || !rivals.has(place)),
    paid: paid + f64(core.cost, next),
    prices,
  }
  const sparing = { core: filterEdges(state.scope, core, (place) => place !== next), paid, prices }
  return [using, sparing].map((asked) => {
    const node = evaluateNode(state, asked, min)
    return node.bound <= bound ? node : { ...node, bound }
  })
}

function evaluateNode(state: ProofState, asked: BranchQuery, min: number): BranchNode {
  const node = priceNode(state, asked, minimizePrices(state, asked.core, asked.prices), min)
  if (node.next >= 0) return node
  if (node.core.edge.length < asked.core.edge.length || node.paid > asked.paid) {
    const again = evaluateNode(state, node, min)
    return again.bound <= node.bound ? again : { ...again, bound: node.bound }
  }
  const atRoute = priceNode(state, asked, toRoutePrices(state, node), min)
  return atRoute.bound < node.bound ? { ...atRoute, next: -1 } : node
}

function priceNode(
  { scope }: Pick<ProofState, 'scope'>,
  { core, paid }: BranchQuery,
  prices: Float64Array,
  min: number,
): BranchNode {
  const { gains, shortfalls, gross } = computeGains(scope, core, prices)
  const left = fixByReducedCost(scope, core, { gains, shortfalls, paid, radius: gross - paid - min })
  const next = left.lacking >= 0 ? left.lacking : selectBranchingEdge(scope, left.core, prices)
  return { prices, bound: gross - paid - left.lack, core: left.core, paid: left.paid, next }
}

/** The found route's own prices: once every edge is decided, mostly that route remains. */
const toRoutePrices = ({ found }: ProofState, { core, prices }: BranchNode): Float64Array =>
  prices.map((price, place) => {
    const known = place === 1 ? 1 : (found.prices.get(core.tokens[place] ?? -1) ?? 0)
    return known > 0 && known < Number.POSITIVE_INFINITY ? known : price
  })

/** Prices near these with a lower bound; the prices of tokens around which nothing trades stay. */
function minimizePrices({ workspace, scope }: ProofState, core: CoreEdges, from: Float64Array): Float64Array {
  const { spot } = scope.index.book
  const isNear = new Uint8Array(core.edge.length)
  forEachEdge(core, (place, a, b) => {
    const trades = f64(spot, i32(core.edge, place)) * f64(from, b) > f64(from, a) * margin
    isNear[place] = trades || f64(core.cost, place) === 0 ? 1 : 0
  })
  const { core: small, places } = compactTokens(filterEdges(scope, core, (place) => isNear[place] === 1))
  const moved = Float64Array.from(places, (place) => f64(from, place))
  workspace.smoothBound.minimize(scope, small, moved, { delta, gasPart: 1, legPrice: 0 }, steps)
  const prices = from.slice()
  places.forEach((place, at) => {
    prices[place] = f64(moved, at)
  })
  return prices
}

/**
 * The gains of edges less their costs, what using each takes off the bound, and the bound. Of edges that share a pool
 * number the largest gain counts.
 */
function computeGains(scope: Scope, core: CoreEdges, prices: Float64Array) {
  const gains = new Float64Array(core.edge.length)
  forEachEdge(core, (place, a, b) => {
    const gain = computeArbitrage(scope, i32(core.edge, place), f64(prices, a), f64(prices, b))
    gains[place] = gain - f64(core.cost, place)
  })
  const counted = gains.map((gain) => Math.max(0, gain))
  const shortfalls = gains.map((gain) => Math.max(0, -gain))
  for (const { places } of core.groups) {
    const max = places.reduce((most, place) => Math.max(most, f64(counted, place)), 0)
    places.forEach((place, i) => {
      counted[place] = i === 0 ? max : 0
      shortfalls[place] = max - f64(gains, place)
    })
  }
  const gross = counted.reduce((sum, gain) => sum + gain, scope.task.amount * f64(prices, 0))
  return { gains, shortfalls, gross }
}

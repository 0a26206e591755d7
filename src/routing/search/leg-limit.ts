/** Other searches for a route at the leg limit: from a hint, with a price per leg, and from two routes. */

import { i32 } from '#math/typed'
import { climb } from './climb.ts'
import { type LocalOptimum, moveSupport, tokensOf, toPlacePrices } from './incumbent.ts'
import { shrink } from './removals.ts'
import { finish, polish } from './restarts.ts'
import { computeShape, isAllowed, keepConnected } from './route-shape.ts'
import { search } from './search.ts'
import type { SearchEdge, SearchGraph } from './search-graph.ts'
import { isBetter, type SearchState, type Support, tryEdges } from './support.ts'
import { legLimitTuning, restartsTuning } from './tuning.ts'
import { type SearchWorkspace, startSearch } from './workspace.ts'

/** Edges that promise another good route, most promising first, with matching prices. */
export interface SearchHint {
  readonly edges: readonly number[]
  readonly prices: ReadonlyMap<number, number>
}

/** Another search, starting from a route of as many hinted edges as possible; `undefined` if they form none. */
export function searchFromHint(
  workspace: SearchWorkspace,
  before: LocalOptimum,
  { edges, prices }: SearchHint,
): LocalOptimum | undefined {
  const { task } = before.core
  const { from, to } = workspace.index.book
  const hinted = edges.slice(0, task.limits.maxLegs).flatMap((edge) => [i32(from, edge), i32(to, edge)])
  const extra = [...new Set([...tokensOf(before), ...before.extra, ...hinted])]
  const work = startSearch(workspace, task, extra)
  const route = buildHintedRoute(work.core, edges)
  if (route.length === 0) return undefined
  const start = tryEdges(work, route, toPlacePrices(work.core, prices))
  const support = finish(work, climb(work, start, { legs: task.limits.maxLegs, tries: climbTries, inBatches: false }))
  return support.isWhole ? { ...before, core: work.core, extra, support } : undefined
}

/** A route of as many of the edges as possible, taken in order. */
function buildHintedRoute(core: SearchGraph, edges: readonly number[]): readonly SearchEdge[] {
  const { limits } = core.task
  const known = new Map(core.edges.map((edge) => [edge.edge, edge]))
  let route: readonly SearchEdge[] = []
  for (const number of edges) {
    const edge = known.get(number)
    if (edge === undefined || route.length === limits.maxLegs) continue
    const shape = computeShape(core, [...route, edge])
    if (shape !== undefined) route = [...route, edge]
  }
  const whole = keepConnected(route)
  const shape = computeShape(core, whole)
  return shape !== undefined && isAllowed(shape, whole.length, limits) ? whole : []
}

const { legPriceParts, widerLegs } = legLimitTuning
const { climbTries, extraRemovals } = restartsTuning

/**
 * For a route at the leg limit: the best of further searches in which every leg has a price in addition to its gas.
 * Routes then approach the limit on their own, and single moves lead further than against a hard limit.
 * @param legPrice what the leg limit costs per leg, in the output token
 */
export function searchWithLegPrice(
  workspace: SearchWorkspace,
  before: LocalOptimum,
  legPrice: number,
): LocalOptimum | undefined {
  let best: LocalOptimum | undefined
  for (const part of legPriceParts) {
    const found = searchAtLegPrice(workspace, before, legPrice * part)
    if (found !== undefined && (best === undefined || isBetter(found.support, best.support))) best = found
  }
  return best
}

function searchAtLegPrice(
  workspace: SearchWorkspace,
  before: LocalOptimum,
  legPrice: number,
): LocalOptimum | undefined {
  const { task } = before.core
  const { maxLegs } = task.limits
  const limits = { ...task.limits, maxLegs: widerLegs * maxLegs }
  const searched = search(workspace, { ...task, limits, legPrice }, before.extra)
  if (searched === undefined) return undefined
  const extra = [...new Set([...tokensOf(searched), ...searched.extra])]
  const work = startSearch(workspace, task, extra)
  const moved = moveSupport(work, searched.core, searched.support)
  const narrow = moved && shrink(work, moved, maxLegs)
  const shape = narrow && computeShape(work.core, narrow.edges)
  if (shape === undefined || !isAllowed(shape, narrow?.edges.length ?? 0, task.limits)) return undefined
  const support = narrow && climb(work, narrow, { legs: maxLegs, tries: climbTries, inBatches: false, extraRemovals })
  return support?.isWhole === true ? { ...before, core: work.core, extra, support } : undefined
}

/**
 * Combines two routes that have both ended at the leg limit, in different ways: the best route made of legs of both and
 * improved by a climb; the better of the two if none is better.
 */
export function crossover(workspace: SearchWorkspace, one: LocalOptimum, other: LocalOptimum): LocalOptimum {
  const [better, worse] = isBetter(other.support, one.support) ? [other, one] : [one, other]
  const extra = [...new Set([...tokensOf(better), ...tokensOf(worse), ...better.extra, ...worse.extra])]
  const work = startSearch(workspace, better.core.task, extra)
  const pair = [better, worse].map(({ core, support }) => moveSupport(work, core, support))
  const [first, second] = pair
  if (first === undefined || second === undefined) return better
  const support = buildChild(work, first, second)
  if (support === undefined || !isBetter(support, better.support)) return better
  return { ...better, core: work.core, extra, support }
}

function buildChild(state: SearchState, first: Support, second: Support): Support | undefined {
  const { limits } = state.core.task
  const added = second.edges.filter((edge) => !first.edges.includes(edge))
  if (added.length === 0) return undefined
  const prices = first.prices.map((price, token) => price || (second.prices[token] ?? 0))
  const union = tryEdges(state, [...first.edges, ...added], prices)
  if (!Number.isFinite(union.value)) return undefined
  const narrow = shrink(state, union, limits.maxLegs)
  if (narrow === undefined) return undefined
  const shape = computeShape(state.core, narrow.edges)
  if (shape === undefined || !isAllowed(shape, narrow.edges.length, limits)) return undefined
  const climbed = climb(state, narrow, { legs: limits.maxLegs, tries: climbTries, inBatches: false })
  return climbed.isWhole ? polish(state, climbed) : undefined
}

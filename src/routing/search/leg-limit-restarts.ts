/** Other searches for a route at the leg limit: from a hint, with a price per leg, from two routes, and from kicks. */

import { i32 } from '#math/typed'
import type { Task } from '#routing/index/task'
import { climb } from './climb.ts'
import { type LocalOptimum, moveSupport, tokensOf, toPlacePrices } from './incumbent.ts'
import { combine, kick, shrinkAndClimb, walkAtLimit } from './leg-limit.ts'
import { computeShape, isAllowed, keepConnected } from './route-shape.ts'
import { searchOnce } from './search.ts'
import type { SearchEdge, SearchGraph } from './search-graph.ts'
import { isBetter, type Support, tryEdges } from './support.ts'
import { legLimitTuning, restartsTuning } from './tuning.ts'
import { createSearchState, type SearchWorkspace, startSearch } from './workspace.ts'

const { legPriceParts, widerLegs, kicks, maxSpent, minGap, smallGap } = legLimitTuning
const { climbTries } = restartsTuning

/** Edges that promise another good route, most promising first, with matching prices, and the price of a leg. */
export interface SearchHint {
  readonly edges: readonly number[]
  readonly prices: ReadonlyMap<number, number>
  /** What the leg limit costs per leg, in the output token. */
  readonly legPrice: number
  /** What no route gives more than, net of gas, in the output token. */
  readonly bound: number
}

/**
 * The best that other searches lead to from a route at the leg limit, until that is proven to be nearly the best or the
 * task's effort is spent.
 * @param began supports valued before the task
 */
export function searchFurther(
  workspace: SearchWorkspace,
  first: LocalOptimum,
  hint: SearchHint,
  began: number,
): LocalOptimum {
  const isEnough = createEnd(workspace, first.core.task, hint.bound, began)
  if (isEnough(first.support)) return first
  let other = searchFromHint(workspace, first, hint)
  for (const part of legPriceParts[first.core.task.effort ?? 'usual']) {
    const best = pickBetter(other, first) ?? first
    if (isEnough(best.support)) return best
    other = pickBetter(other, searchAtLegPrice(workspace, first, hint.legPrice * part))
  }
  if (other === undefined) return kickOn(workspace, first, hint.bound, began)
  if (workspace.effort.isOver()) return pickBetter(other, first) ?? first
  const walked = { ...other, support: walkAtLimit(createSearchState(workspace, other.core), other.support) }
  return kickOn(workspace, crossover(workspace, first, walked), hint.bound, began)
}

/** Whether searches may end with a support. */
const createEnd =
  ({ effort }: SearchWorkspace, { effort: kind = 'usual' }: Task, bound: number, began: number) =>
  (support: Support): boolean =>
    effort.isOver() || effort.spent() - began > maxSpent[kind] || bound <= support.value * (1 + minGap[kind])

const pickBetter = (one: LocalOptimum | undefined, other: LocalOptimum | undefined): LocalOptimum | undefined =>
  one === undefined || (other !== undefined && isBetter(other.support, one.support)) ? other : one

/** Another search, starting from a route of as many hinted edges as possible; `undefined` if they form none. */
function searchFromHint(
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
  const climbed = climb(work, start, { legs: task.limits.maxLegs, tries: climbTries, inBatches: false })
  const support = walkAtLimit(work, climbed)
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

/**
 * Another search in which every leg has a price in addition to its gas. Routes then approach the limit on their own, and
 * single moves lead further than against a hard limit.
 */
function searchAtLegPrice(
  workspace: SearchWorkspace,
  before: LocalOptimum,
  legPrice: number,
): LocalOptimum | undefined {
  const { task } = before.core
  const limits = { ...task.limits, maxLegs: widerLegs * task.limits.maxLegs }
  const known = [...new Set([...tokensOf(before), ...before.extra])]
  const searched = searchOnce(workspace, { ...task, limits, legPrice }, known)
  if (searched === undefined) return undefined
  const extra = [...new Set([...tokensOf(searched), ...searched.extra])]
  const work = startSearch(workspace, task, extra)
  const moved = moveSupport(work, searched.core, searched.support)
  const support = moved && shrinkAndClimb(work, moved)
  return support && { ...before, core: work.core, extra, support }
}

/**
 * Combines two routes that have ended at the leg limit, in different ways: the best route made of legs of both; the better
 * of the two if none is better.
 */
function crossover(workspace: SearchWorkspace, one: LocalOptimum, other: LocalOptimum): LocalOptimum {
  const [better, worse] = isBetter(other.support, one.support) ? [other, one] : [one, other]
  const extra = [...new Set([...tokensOf(better), ...tokensOf(worse), ...better.extra, ...worse.extra])]
  const work = startSearch(workspace, better.core.task, extra)
  const pair = [better, worse].map(({ core, support }) => moveSupport(work, core, support))
  const [first, second] = pair
  if (first === undefined || second === undefined) return better
  const support = combine(work, first, second)
  if (support === undefined || !isBetter(support, better.support)) return better
  return { ...better, core: work.core, extra, support }
}

/**
 * Kicks a route, with longer kicks in a thorough search, until it is proven to be nearly the best or the task's effort is
 * spent.
 * @param bound what no route gives more than, net of gas
 * @param began supports valued before the task
 */
export function kickOn(workspace: SearchWorkspace, start: LocalOptimum, bound: number, began: number): LocalOptimum {
  const { core } = start
  const state = createSearchState(workspace, core)
  const isEnough = createEnd(workspace, core.task, bound, began)
  const { effort = 'usual' } = core.task
  let { support } = start
  for (const limits of kicks[effort]) {
    const isNear = bound <= support.value * (1 + smallGap[effort])
    const most = isNear ? Math.round(limits.most / 2) : limits.most
    support = kick(state, support, { ...limits, most }, isEnough)
  }
  return { ...start, support }
}

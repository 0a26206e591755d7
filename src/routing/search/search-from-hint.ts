import { i32 } from '#math/typed'
import { toPlacePrices } from './carry.ts'
import { climb } from './climb.ts'
import { type LocalOptimum, tokensOf } from './incumbent.ts'
import { climbTries, finish } from './restarts/explore.ts'
import { computeShape, isAllowed, keepConnected } from './route-shape.ts'
import type { SearchEdge, SearchGraph } from './search-graph.ts'
import { tryEdges } from './support.ts'
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

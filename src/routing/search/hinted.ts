import { i32 } from '#math/typed'
import { pricesIn } from './carry.ts'
import { climb } from './climb.ts'
import type { Core, CoreEdge } from './core.ts'
import { climbTries, finish } from './explore.ts'
import { type Searched, tokensOf } from './found.ts'
import { openWork, type Room } from './room.ts'
import { connected, isAllowed, shapeOf } from './shape.ts'
import { tryEdges } from './support.ts'

/** Edges that may be worth a route of their own, the most promising first, and prices that suit them. */
export interface Hint {
  readonly edges: readonly number[]
  readonly prices: ReadonlyMap<number, number>
}

/** Another search, from a route made of as many hinted edges as may be; `undefined` where they make none. */
export function searchFrom(room: Room, before: Searched, { edges, prices }: Hint): Searched | undefined {
  const { task } = before.core
  const { from, to } = room.ground.book
  const hinted = edges.slice(0, task.limits.maxLegs).flatMap((edge) => [i32(from, edge), i32(to, edge)])
  const extra = [...new Set([...tokensOf(before), ...before.extra, ...hinted])]
  const work = openWork(room, task, extra)
  const route = hintedRoute(work.core, edges)
  if (route.length === 0) return undefined
  const start = tryEdges(work, route, pricesIn(work.core, prices))
  const support = finish(work, climb(work, start, { legs: task.limits.maxLegs, tries: climbTries, inBatches: false }))
  return support.isWhole ? { ...before, core: work.core, extra, support } : undefined
}

/** As many of the edges, in their order, as make a route. */
function hintedRoute(core: Core, edges: readonly number[]): readonly CoreEdge[] {
  const { limits } = core.task
  const known = new Map(core.edges.map((edge) => [edge.edge, edge]))
  let route: readonly CoreEdge[] = []
  for (const number of edges) {
    const edge = known.get(number)
    if (edge === undefined || route.length === limits.maxLegs) continue
    const shape = shapeOf(core, [...route, edge])
    if (shape !== undefined) route = [...route, edge]
  }
  const whole = connected(route)
  const shape = shapeOf(core, whole)
  return shape !== undefined && isAllowed(shape, whole.length, limits) ? whole : []
}

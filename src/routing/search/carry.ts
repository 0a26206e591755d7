/** What one search found, taken over into another: another core, another amount, a block later. */
import { f64 } from '#math/typed'
import type { Core, CoreEdge } from './core.ts'
import { solveDual } from './dual.ts'
import type { Found, Searched } from './found.ts'
import type { Room } from './room.ts'
import { connected, isAllowed, shapeOf } from './shape.ts'
import { type Support, tryEdges, type Work } from './support.ts'

/** What the search has found, without its core. */
export function foundBy({ bench }: Room, { core, support, extra }: Searched): Found {
  solveDual(bench, support.edges, core.task.amount, support.prices.slice())
  const prices = new Map<number, number>()
  for (const place of new Set([0, 1, ...support.edges.flatMap(({ a, b }) => [a, b])]))
    prices.set(core.tokens[place] as number, f64(support.prices, place))
  return {
    legs: support.edges.map(({ edge }, i) => ({ edge, x: f64(bench.x, i), y: f64(bench.y, i) })),
    prices,
    net: support.value,
    extra,
  }
}

/**
 * What was found before, in a new core and for the task's amount, without legs that are too poor for it now; `undefined`
 * where it does not serve any more.
 */
export function resumed(work: Work, { legs, prices }: Found): Support | undefined {
  const moved = connected(edgesOf(work.core, legs))
  if (moved.length === 0 || moved.length > work.core.task.limits.maxLegs) return undefined
  const shape = shapeOf(work.core, moved)
  if (shape === undefined || !isAllowed(shape, moved.length, work.core.task.limits)) return undefined
  const support = tryEdges(work, moved, pricesIn(work.core, prices))
  return support.isWhole && Number.isFinite(support.value) ? support : undefined
}

/** A support in another core; `undefined` where that lacks one of its edges. */
export function movedTo(work: Work, from: Core, { edges, prices }: Support): Support | undefined {
  const moved = edgesOf(work.core, edges)
  if (moved.length < edges.length) return undefined
  const known = new Map(from.tokens.map((token, place) => [token, f64(prices, place)]))
  return tryEdges(work, moved, pricesIn(work.core, known))
}

/** Those that the core has too. */
function edgesOf(core: Core, edges: readonly { readonly edge: number }[]): readonly CoreEdge[] {
  const wanted = new Set(edges.map(({ edge }) => edge))
  return core.edges.filter(({ edge }) => wanted.has(edge))
}

export const pricesIn = (core: Core, known: ReadonlyMap<number, number>): Float64Array =>
  Float64Array.from(core.tokens, (token) => known.get(token) ?? 0)

import { f64 } from '#math/typed'
import type { Book } from '#routing/book/book'
import { emptyFill, emptySale, fillTo, sell } from '#routing/book/edge'
import type { CoreEdge } from './core.ts'
import { connected, isAllowed, isInside, type Shape, shapeOf } from './shape.ts'
import { isBetter, type Support, tryEdges, type Work } from './support.ts'

/** Pools of a pair that are looked at, and replacements that are valued. */
const mostPools = 3
const mostTries = 24

const fill = emptyFill()
const sale = emptySale()

interface Turn {
  readonly position: number
  readonly edge: CoreEdge
  /** What it loses at the support's prices, in the bought token; below 0 where it gains. */
  readonly loss: number
}

/**
 * With one leg that leads from the same token to another one of the route, or from another one to the same: where all that
 * is bought of a token goes on over one leg, nothing else takes that one's place. `undefined` where none is better.
 */
export function redirected(work: Work, support: Support, legs: number): Support | undefined {
  const shape = shapeOf(work.core, support.edges)
  if (shape === undefined) return undefined
  const turns = support.edges.flatMap((edge, position) => turnsOf(work, support, shape, { edge, position }))
  turns.sort((x, y) => x.loss - y.loss || x.position - y.position || x.edge.index - y.edge.index)
  for (const { position, edge } of turns.slice(0, mostTries)) {
    const edges = connected(support.edges.with(position, edge))
    const other = shapeOf(work.core, edges)
    if (other === undefined || !isAllowed(other, edges.length, { ...work.core.task.limits, maxLegs: legs })) continue
    const next = tryEdges(work, edges, support.prices)
    if (next.isWhole && isBetter(next, support)) return next
  }
  return undefined
}

function turnsOf(
  { core, ground, banned }: Work,
  { edges, prices }: Support,
  shape: Shape,
  { edge, position }: { readonly edge: CoreEdge; readonly position: number },
): readonly Turn[] {
  const { book } = ground
  const [va, vb] = [f64(prices, edge.a), f64(prices, edge.b)]
  if (edge.isShared || !(va > 0 && vb > 0)) return []
  fillTo(book, edge.edge, va / vb, fill)
  const [worth, gain] = [va * fill.x, vb * fill.y - edge.cost]
  const turns: Turn[] = []
  for (const { a, b, edges: pools } of core.bundles) {
    if ((a === edge.a) === (b === edge.b) || !isInside(shape, a) || !isInside(shape, b)) continue
    for (const other of pools.slice(0, mostPools)) {
      if (other.isShared || banned[other.index] === 1 || edges.includes(other)) continue
      const given = soldFor(book, other, worth / f64(prices, a))
      turns.push({ position, edge: other, loss: gain - (f64(prices, b) * given - other.cost) })
    }
  }
  return turns
}

/** 0 where the edge does not take so much. */
const soldFor = (book: Book, { edge }: CoreEdge, x: number): number => Math.max(0, sell(book, edge, x, sale))

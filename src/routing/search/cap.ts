import { enough, removalsOf } from './removals.ts'
import { connected } from './shape.ts'
import { type Support, tryEdges, type Work } from './support.ts'

/**
 * Backward elimination: drops the legs that gain least and values the rest again, until no more than `legs` are left.
 * A quarter of what is too much at a time. `undefined` where nothing that sells the whole amount is left.
 */
export function shrink(work: Work, start: Support, legs: number): Support | undefined {
  let support = start
  while (support.edges.length > legs) {
    const over = support.edges.length - legs
    const order = removalsOf(support, over)
    const many = enough(order, { legs: Math.max(1, Math.floor(over / 4)), ways: 0 })
    const next = (many && without(work, support, many.gone)) ?? without(work, support, order[0]?.gone ?? [])
    if (next === undefined) return undefined
    support = next
  }
  return support
}

/** The support without some of its legs and what hangs on them. */
export function without(work: Work, support: Support, positions: readonly number[]): Support | undefined {
  const rest = connected(support.edges.filter((_, i) => !positions.includes(i)))
  if (rest.length === 0) return undefined
  const next = tryEdges(work, rest, support.prices)
  return Number.isFinite(next.value) && next.isWhole ? next : undefined
}

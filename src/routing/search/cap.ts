import { connected } from './shape.ts'
import { byGain, type Support, tryEdges, type Work } from './support.ts'

/**
 * Backward elimination: drops the legs that gain least and values the rest again, until no more than `legs` are left.
 * A quarter of what is too much at a time. `undefined` where nothing that sells the whole amount is left.
 */
export function shrink(work: Work, start: Support, legs: number): Support | undefined {
  let support = start
  while (support.edges.length > legs) {
    const order = byGain(support)
    const many = Math.max(1, Math.floor((support.edges.length - legs) / 4))
    const next = without(work, support, order.slice(0, many)) ?? without(work, support, order.slice(0, 1))
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

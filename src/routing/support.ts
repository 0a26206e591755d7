import type { Edge } from './market.ts'

/** What a route may be made of. */
export interface Limits {
  readonly maxHops: number
  readonly maxSplits: number
  readonly maxLegs: number
}

/**
 * Whether a route may consist of just these edges: each pool once and in one direction, no way around in a circle,
 * no way longer than `maxHops`, and never more than `maxSplits` parallel ways: a flow over E legs and V tokens
 * always falls into E − V + 2 paths or fewer.
 */
export function allowed(limits: Limits, edges: readonly Edge[], source: number): boolean {
  if (edges.length > limits.maxLegs) return false
  if (new Set(edges.map((edge) => edge.live)).size < edges.length) return false
  const tokens = new Set(edges.flatMap((edge) => [edge.source, edge.target]))
  if (edges.length - tokens.size + 2 > limits.maxSplits) return false

  const order = tokenOrder(edges, source)
  return order !== undefined && longestWay(order, edges) <= limits.maxHops
}

/**
 * Tokens in the order they can be traded: all that flows into a token stands before what flows out (Kahn).
 * `undefined` where the edges go round in a circle or do not all hang on `source`.
 */
export function tokenOrder(edges: readonly Edge[], source: number): readonly number[] | undefined {
  const waitingFor = new Map<number, number>()
  for (const edge of edges) waitingFor.set(edge.target, (waitingFor.get(edge.target) ?? 0) + 1)
  if (waitingFor.has(source)) return undefined

  const order = [source]
  for (const token of order) {
    for (const edge of edges) {
      if (edge.source !== token) continue
      const left = (waitingFor.get(edge.target) ?? 0) - 1
      waitingFor.set(edge.target, left)
      if (left === 0) order.push(edge.target)
    }
  }
  return [...waitingFor.values()].every((left) => left === 0) ? order : undefined
}

function longestWay(order: readonly number[], edges: readonly Edge[]): number {
  const depth = new Map<number, number>()
  for (const token of order) {
    const here = depth.get(token) ?? 0
    for (const edge of edges) {
      if (edge.source === token) depth.set(edge.target, Math.max(depth.get(edge.target) ?? 0, here + 1))
    }
  }
  return Math.max(0, ...depth.values())
}

/** Drops every edge that no way from source to target uses any more. */
export function connected(edges: readonly Edge[], source: number, target: number): readonly Edge[] {
  const kept = edges.filter(
    (edge) =>
      (edge.source === source || edges.some((other) => other.target === edge.source)) &&
      (edge.target === target || edges.some((other) => other.source === edge.target)),
  )
  return kept.length === edges.length ? kept : connected(kept, source, target)
}

import { i32 } from '#math/typed'
import { keepConnected } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import { type SearchState, type Support, tryEdges } from './support.ts'

const [outOf, into] = [new Int32Array(256), new Int32Array(256)]

/** A leg with its dependents: legs that only lead to it, or only lead on from it, are removed too. */
export interface Removal {
  /** Positions in the support. */
  readonly removed: readonly number[]
  /** Lower bound on the route's loss: the sum of the legs' gains at the support's prices. */
  readonly loss: number
}

/** By how much a route exceeds its limits. A leg and its dependents count as one path, however many legs they are. */
export interface Excess {
  readonly legs: number
  readonly pathCount: number
}

/** One removal per leg, equal sets once; sorted so that the first loses least for `over` fewer legs. */
export function rankRemovals({ edges, gains }: Support, over: number): readonly Removal[] {
  outOf.fill(0)
  into.fill(0)
  for (const { a, b } of edges) {
    addCount(outOf, a, 1)
    addCount(into, b, 1)
  }
  const found = new Map<number | string, Removal & { readonly rate: number }>()
  edges.forEach(({ a, b }, i) => {
    const isAlone = i32(outOf, a) > 1 && i32(into, b) > 1
    const gone = isAlone ? [i] : dependentLegs(edges, i)
    const loss = gone.reduce((sum, k) => sum + (gains[k] ?? 0), 0)
    const rate = loss < 0 ? loss : loss / Math.min(gone.length, over)
    found.set(isAlone ? i : gone.join(), { removed: gone, loss, rate })
  })
  return [...found.values()].sort(
    (one, other) => one.rate - other.rate || (one.removed[0] ?? 0) - (other.removed[0] ?? 0),
  )
}

/** The leg and its dependents, in order. Restores the counts. */
function dependentLegs(edges: readonly SearchEdge[], leg: number): readonly number[] {
  const gone = new Map<number, SearchEdge>()
  const drop = (goes: (edge: SearchEdge, i: number) => boolean) =>
    edges.forEach((edge, i) => {
      if (goes(edge, i)) gone.set(i, edge)
    })
  drop((_, i) => i === leg)
  for (const { a, b } of gone.values()) {
    if (addCount(outOf, a, -1) === 0) drop((edge) => edge.b === a)
    if (addCount(into, b, -1) === 0) drop((edge) => edge.a === b)
  }
  for (const { a, b } of gone.values()) {
    addCount(outOf, a, 1)
    addCount(into, b, 1)
  }
  return [...gone.keys()].sort((one, other) => one - other)
}

function addCount(counts: Int32Array, token: number, by: number): number {
  const now = i32(counts, token) + by
  counts[token] = now
  return now
}

/**
 * The first removals that together have at least `legs` legs and end at least `pathCount` paths; `undefined` if too
 * few.
 */
export function selectRemovals(removals: readonly Removal[], { legs, pathCount: ways }: Excess): Removal | undefined {
  const gone = new Set<number>()
  let [loss, ended] = [0, 0]
  for (const removal of removals) {
    if (gone.size >= legs && ended >= ways) break
    if (removal.removed.every((i) => gone.has(i))) continue
    for (const i of removal.removed) gone.add(i)
    loss += removal.loss
    ended += 1
  }
  return gone.size < legs || ended < ways ? undefined : { removed: [...gone], loss }
}

/**
 * Backward elimination: drops the legs that gain least and values the rest again, until at most `legs` remain. Drops a
 * quarter of the excess at a time. `undefined` if nothing that sells the whole amount remains.
 */
export function shrink(state: SearchState, start: Support, legs: number): Support | undefined {
  let support = start
  while (support.edges.length > legs) {
    const over = support.edges.length - legs
    const order = rankRemovals(support, over)
    const many = selectRemovals(order, { legs: Math.max(1, Math.floor(over / 4)), pathCount: 0 })
    const next =
      (many && removeLegs(state, support, many.removed)) ?? removeLegs(state, support, order[0]?.removed ?? [])
    if (next === undefined) return undefined
    support = next
  }
  return support
}

/** The support without some of its legs and their dependents. */
export function removeLegs(state: SearchState, support: Support, positions: readonly number[]): Support | undefined {
  const rest = keepConnected(support.edges.filter((_, i) => !positions.includes(i)))
  if (rest.length === 0) return undefined
  const next = tryEdges(state, rest, support.prices)
  return Number.isFinite(next.value) && next.isWhole ? next : undefined
}

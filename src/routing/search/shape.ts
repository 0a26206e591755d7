import type { Core, CoreEdge } from './core.ts'
import type { Limits } from './task.ts'

/** Bits of a number: no more tokens than this in one route. */
const mostTokens = 31

/** How the edges of a support hang together. Its tokens are numbered 0 (sold), 1 (bought) and on. */
export interface Shape {
  /** By token of the core; −1 for those outside. */
  readonly number: Int32Array
  readonly tokens: number
  /** By number: which tokens can be reached from it, as bits. */
  readonly below: readonly number[]
  /** Hops of the longest way from the sold token, and to the bought one. */
  readonly up: readonly number[]
  readonly down: readonly number[]
  /** How many parallel ways its flow falls into at most. */
  readonly ways: number
  /** Pools of more than two tokens that it uses, and those that share a state. */
  readonly shared: ReadonlySet<number>
}

/**
 * `undefined` where edges go round in a circle or use a pool twice, or there are too many tokens.
 * Source of the number of ways: a flow over E edges and V tokens without circles is a sum of at most E − V + 2 paths.
 */
export function shapeOf(core: Core, edges: readonly CoreEdge[]): Shape | undefined {
  const number = new Int32Array(core.tokens.length).fill(-1)
  const list: number[] = [0, 1]
  number[0] = 0
  number[1] = 1
  const place = (token: number): number => {
    if ((number[token] ?? -1) < 0) number[token] = list.push(token) - 1
    return number[token] ?? -1
  }
  const links = edges.map(({ a, b }) => [place(a), place(b)] as const)
  const shared = sharedPools(edges)
  if (list.length > mostTokens || shared === undefined) return undefined

  const order = orderOf(list.length, links)
  if (order === undefined) return undefined
  const below = list.map(() => 0)
  const [up, down] = [list.map(() => 0), list.map(() => 0)]
  for (const link of order) up[link[1]] = Math.max(up[link[1]] ?? 0, (up[link[0]] ?? 0) + 1)
  for (const [a, b] of order.toReversed()) {
    below[a] = (below[a] ?? 0) | (below[b] ?? 0) | (1 << b)
    down[a] = Math.max(down[a] ?? 0, (down[b] ?? 0) + 1)
  }
  return { number, tokens: list.length, below, up, down, ways: edges.length - list.length + 2, shared }
}

function sharedPools(edges: readonly CoreEdge[]): ReadonlySet<number> | undefined {
  const shared = new Set<number>()
  let count = 0
  for (const { isShared, pool } of edges) {
    if (!isShared) continue
    shared.add(pool)
    count += 1
  }
  return shared.size < count ? undefined : shared
}

/** Links so that all into a token stand before those out of it (Kahn); `undefined` for a circle. */
function orderOf(tokens: number, links: readonly (readonly [number, number])[]) {
  const waiting = new Array<number>(tokens).fill(0)
  const leaving: (readonly [number, number])[][] = Array.from({ length: tokens }, () => [])
  for (const link of links) {
    waiting[link[1]] = (waiting[link[1]] ?? 0) + 1
    leaving[link[0]]?.push(link)
  }
  const ready = [...waiting.keys()].filter((token) => waiting[token] === 0)
  const order: (readonly [number, number])[] = []
  for (const token of ready) {
    for (const link of leaving[token] ?? []) {
      order.push(link)
      waiting[link[1]] = (waiting[link[1]] ?? 0) - 1
      if (waiting[link[1]] === 0) ready.push(link[1])
    }
  }
  return order.length === links.length ? order : undefined
}

/** Whether a route may have this shape. */
export const isAllowed = ({ up, ways }: Shape, edges: number, limits: Limits): boolean =>
  edges <= limits.maxLegs && ways <= limits.maxSplits && (up[1] ?? 0) <= limits.maxHops

/** The number of a token of the core in a route; −1 for one outside. */
export const numberOf = (shape: Shape, token: number): number => shape.number[token] ?? -1

export const isInside = (shape: Shape, token: number): boolean => numberOf(shape, token) >= 0

/** Whether a way of so many new edges from a to b makes no circle and no way that is too long. */
export function admits(shape: Shape, limits: Limits, [a, b]: readonly [number, number], hops: number): boolean {
  const isCircle = ((shape.below[b] ?? 0) >>> a) & 1
  if (isCircle === 1 || a === b) return false
  return (shape.up[a] ?? 0) + hops + (shape.down[b] ?? 0) <= limits.maxHops
}

const [hasIn, hasOut] = [new Uint8Array(256), new Uint8Array(256)]

/** Without the edges that no way from the sold to the bought token takes. */
export function connected(edges: readonly CoreEdge[]): readonly CoreEdge[] {
  let kept = edges
  for (;;) {
    hasIn.fill(0)
    hasOut.fill(0)
    hasIn[0] = 1
    hasOut[1] = 1
    for (const { a, b } of kept) {
      hasOut[a] = 1
      hasIn[b] = 1
    }
    const next = kept.filter(({ a, b }) => hasIn[a] === 1 && hasOut[b] === 1)
    if (next.length === kept.length) return kept
    kept = next
  }
}

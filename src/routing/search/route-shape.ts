import type { Limits } from '#routing/index/task'
import type { SearchEdge, SearchGraph } from './search-graph.ts'

/** Bits of a 32-bit integer: maximum number of tokens in a route. */
const maxTokens = 31

/** The topology of a support. Its tokens are numbered 0 (input), 1 (output) and up. */
export interface RouteShape {
  /** By core token; −1 for those outside. */
  readonly number: Int32Array
  readonly tokens: number
  /** By number: the tokens reachable from it, as bits. */
  readonly reachable: readonly number[]
  /** Hops of the longest path from the input token, and to the output token. */
  readonly hopsFromSource: readonly number[]
  readonly hopsToTarget: readonly number[]
  /** Maximum number of parallel paths that its flow decomposes into. */
  readonly pathCount: number
  /** The pools it uses that have more than two tokens or share a state. */
  readonly shared: ReadonlySet<number>
}

/**
 * `undefined` if the edges form a cycle or use a pool twice, or if there are too many tokens. Source of the path count:
 * an acyclic flow over E edges and V tokens is a sum of at most E − V + 2 paths.
 */
export function computeShape(core: SearchGraph, edges: readonly SearchEdge[]): RouteShape | undefined {
  const number = new Int32Array(core.tokens.length).fill(-1)
  const list: number[] = [0, 1]
  number[0] = 0
  number[1] = 1
  const place = (token: number): number => {
    if ((number[token] ?? -1) < 0) number[token] = list.push(token) - 1
    return number[token] ?? -1
  }
  const links = edges.map(({ a, b }) => [place(a), place(b)] as const)
  const shared = collectSharedPools(edges)
  if (list.length > maxTokens || shared === undefined) return undefined

  const order = sortLinks(list.length, links)
  if (order === undefined) return undefined
  const below = list.map(() => 0)
  const [up, down] = [list.map(() => 0), list.map(() => 0)]
  for (const link of order) up[link[1]] = Math.max(up[link[1]] ?? 0, (up[link[0]] ?? 0) + 1)
  for (const [a, b] of order.toReversed()) {
    below[a] = (below[a] ?? 0) | (below[b] ?? 0) | (1 << b)
    down[a] = Math.max(down[a] ?? 0, (down[b] ?? 0) + 1)
  }
  return {
    number,
    tokens: list.length,
    reachable: below,
    hopsFromSource: up,
    hopsToTarget: down,
    pathCount: edges.length - list.length + 2,
    shared,
  }
}

function collectSharedPools(edges: readonly SearchEdge[]): ReadonlySet<number> | undefined {
  const shared = new Set<number>()
  let count = 0
  for (const { isShared, pool } of edges) {
    if (!isShared) continue
    shared.add(pool)
    count += 1
  }
  return shared.size < count ? undefined : shared
}

/** Links in an order in which all into a token precede those out of it (Kahn's algorithm); `undefined` for a cycle. */
function sortLinks(tokens: number, links: readonly (readonly [number, number])[]) {
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

/** True if the shape is within the limits. */
export const isAllowed = (
  { hopsFromSource: up, pathCount: ways }: RouteShape,
  edges: number,
  limits: Limits,
): boolean => edges <= limits.maxLegs && ways <= limits.maxSplits && (up[1] ?? 0) <= limits.maxHops

/** The number of a core token in a route; −1 for one outside. */
export const numberOf = (shape: RouteShape, token: number): number => shape.number[token] ?? -1

export const isInside = (shape: RouteShape, token: number): boolean => numberOf(shape, token) >= 0

/** True if a path of `hops` new edges from a to b closes no cycle and makes no path too long. */
export function canAddPath(shape: RouteShape, limits: Limits, a: number, b: number, hops: number): boolean {
  const isCircle = ((shape.reachable[b] ?? 0) >>> a) & 1
  if (isCircle === 1 || a === b) return false
  return (shape.hopsFromSource[a] ?? 0) + hops + (shape.hopsToTarget[b] ?? 0) <= limits.maxHops
}

const [hasIn, hasOut] = [new Uint8Array(256), new Uint8Array(256)]

/** Drops the edges that lie on no path from the input to the output token. */
export function keepConnected(edges: readonly SearchEdge[]): readonly SearchEdge[] {
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

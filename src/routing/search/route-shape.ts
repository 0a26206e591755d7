import { i32 } from '#math/typed'
import type { Limits } from '#routing/index/task'
import type { SearchEdge, SearchGraph } from './search-graph.ts'

/** Bits of a 32-bit integer: maximum number of tokens in a route. */
const maxTokens = 31
const maxCoreTokens = 256

/** The topology of a support. Its tokens are numbered 0 (input), 1 (output) and up. */
export interface RouteShape {
  /** By core token; −1 for those outside. */
  readonly number: Int32Array
  readonly tokens: number
  /** By number: the tokens reachable from it, as bits. */
  readonly reachable: Int32Array
  /** Hops of the longest path from the input token, and to the output token. */
  readonly hopsFromSource: Int32Array
  readonly hopsToTarget: Int32Array
  /** Maximum number of parallel paths that its flow decomposes into. */
  readonly pathCount: number
  /** The pools it uses that have more than two tokens or share a state. */
  readonly shared: ReadonlySet<number>
}

/** By number, as bits: the tokens that its edges come from, and those that they lead to. */
const [before, after] = [new Int32Array(maxTokens), new Int32Array(maxTokens)]
/** Numbers in an order in which each follows those before it. */
const order = new Int32Array(maxTokens)

/** `undefined` if the edges form a cycle or use a pool twice, or if there are too many tokens. */
export function computeShape(core: SearchGraph, edges: readonly SearchEdge[]): RouteShape | undefined {
  const number = new Int32Array(core.tokens.length)
  const tokens = orderTokens(core, edges, number)
  const shared = tokens < 0 ? undefined : collectSharedPools(edges)
  if (shared === undefined) return undefined
  const reachable = new Int32Array(tokens)
  const hopsFromSource = new Int32Array(tokens)
  const hopsToTarget = new Int32Array(tokens)
  countHopsFromSource(hopsFromSource, tokens)
  for (let i = tokens - 1; i >= 0; i -= 1) {
    const token = i32(order, i)
    hopsToTarget[token] = countHops(hopsToTarget, i32(after, token))
    reachable[token] = addReachable(reachable, i32(after, token))
  }
  return { number, tokens, reachable, hopsFromSource, hopsToTarget, pathCount: countPaths(edges, tokens), shared }
}

/** Scratch memory of `isRoute`, which is asked of every set of edges before it is valued. */
const [numbers, hops] = [new Int32Array(maxCoreTokens), new Int32Array(maxTokens)]

/** True if edges form no cycle, use no pool twice, and are within the limits. */
export function isRoute(core: SearchGraph, edges: readonly SearchEdge[], limits: Limits): boolean {
  if (edges.length > limits.maxLegs) return false
  const tokens = orderTokens(core, edges, numbers)
  if (tokens < 0 || countPaths(edges, tokens) > limits.maxSplits || collectSharedPools(edges) === undefined)
    return false
  countHopsFromSource(hops, tokens)
  return i32(hops, 1) <= limits.maxHops
}

/** An acyclic flow over E edges and V tokens is a sum of at most E − V + 2 paths. */
const countPaths = (edges: readonly SearchEdge[], tokens: number): number => edges.length - tokens + 2

/** Numbers the tokens, and puts them in order. @returns how many there are; −1 if there are too many, or a cycle */
function orderTokens({ tokens: all }: SearchGraph, edges: readonly SearchEdge[], number: Int32Array): number {
  number.fill(-1, 0, all.length)
  const tokens = numberTokens(number, edges)
  if (tokens > maxTokens) return -1
  linkTokens(number, tokens, edges)
  return sortTokens(tokens) ? tokens : -1
}

/** By number, of the tokens in order. */
function countHopsFromSource(counts: Int32Array, tokens: number): void {
  for (let i = 0; i < tokens; i += 1) {
    const token = i32(order, i)
    counts[token] = countHops(counts, i32(before, token))
  }
}

/** Numbers the tokens of the edges in turn, after the input and the output token. @returns how many there are */
function numberTokens(number: Int32Array, edges: readonly SearchEdge[]): number {
  number[0] = 0
  number[1] = 1
  let tokens = 2
  for (let i = 0; i < edges.length; i += 1) {
    const { a, b } = edges[i] as SearchEdge
    if (i32(number, a) < 0) number[a] = tokens++
    if (i32(number, b) < 0) number[b] = tokens++
  }
  return tokens
}

const noPools: ReadonlySet<number> = new Set()

function collectSharedPools(edges: readonly SearchEdge[]): ReadonlySet<number> | undefined {
  let shared: Set<number> | undefined
  let count = 0
  for (let i = 0; i < edges.length; i += 1) {
    const { isShared, pool } = edges[i] as SearchEdge
    if (!isShared) continue
    shared ??= new Set()
    shared.add(pool)
    count += 1
  }
  if (shared === undefined) return noPools
  return shared.size < count ? undefined : shared
}

function linkTokens(number: Int32Array, tokens: number, edges: readonly SearchEdge[]): void {
  before.fill(0, 0, tokens)
  after.fill(0, 0, tokens)
  for (let i = 0; i < edges.length; i += 1) {
    const edge = edges[i] as SearchEdge
    const a = i32(number, edge.a)
    const b = i32(number, edge.b)
    after[a] = i32(after, a) | (1 << b)
    before[b] = i32(before, b) | (1 << a)
  }
}

/** Puts the tokens in an order in which all edges lead onward; false if they form a cycle. */
function sortTokens(tokens: number): boolean {
  let sorted = 0
  for (let count = 0; count < tokens; ) {
    const start = count
    for (let token = 0; token < tokens; token += 1) {
      if (((sorted >>> token) & 1) === 1 || (i32(before, token) & ~sorted) !== 0) continue
      sorted |= 1 << token
      order[count++] = token
    }
    if (count === start) return false
  }
  return true
}

/** One hop more than the farthest of the neighbours; 0 without neighbours. */
function countHops(hops: Int32Array, neighbours: number): number {
  let most = 0
  for (let rest = neighbours; rest !== 0; rest &= rest - 1)
    most = Math.max(most, i32(hops, 31 - Math.clz32(rest & -rest)) + 1)
  return most
}

/** The neighbours, and what is reachable from them. */
function addReachable(reachable: Int32Array, neighbours: number): number {
  let all = neighbours
  for (let rest = neighbours; rest !== 0; rest &= rest - 1) all |= i32(reachable, 31 - Math.clz32(rest & -rest))
  return all
}

/** The number of a core token in a route; −1 for one outside. */
export const numberOf = (shape: RouteShape, token: number): number => i32(shape.number, token)

export const isInside = (shape: RouteShape, token: number): boolean => numberOf(shape, token) >= 0

/** Whether edges of the route lead from a core token to another. */
export const isReachable = (shape: RouteShape, from: number, to: number): boolean =>
  ((i32(shape.reachable, numberOf(shape, from)) >>> numberOf(shape, to)) & 1) === 1

/** True if a path of `hops` new edges from a to b closes no cycle and makes no path too long. */
export function canAddPath(shape: RouteShape, limits: Limits, a: number, b: number, hops: number): boolean {
  const isCircle = (i32(shape.reachable, b) >>> a) & 1
  if (isCircle === 1 || a === b) return false
  return i32(shape.hopsFromSource, a) + hops + i32(shape.hopsToTarget, b) <= limits.maxHops
}

const [hasIn, hasOut] = [new Uint8Array(maxCoreTokens), new Uint8Array(maxCoreTokens)]

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
    if (kept.every(isConnected)) return kept
    kept = kept.filter(isConnected)
  }
}

const isConnected = ({ a, b }: SearchEdge): boolean => hasIn[a] === 1 && hasOut[b] === 1

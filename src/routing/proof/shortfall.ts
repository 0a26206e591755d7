import { createHeap, type Heap } from '#math/heap'
import { f32, f64, i32 } from '#math/typed'
import { type Direction, forEachPair } from '#routing/index/pair-graph'
import { computePoolSurplus, computeSurplus, type DualPrices, type Surplus } from './arbitrage.ts'
import { computeLegCost, isTradablePair, type Scope } from './scope.ts'

/** Buffers that live as long as the workspace. Three phases per token; see {@link minSplitShortfall}. */
export interface DijkstraWorkspace {
  readonly heap: Heap
  /** By 3 · token + phase. */
  readonly distance: Float64Array
  readonly touched: number[]
}

export const createDijkstraWorkspace = (tokens: number): DijkstraWorkspace => ({
  heap: createHeap(),
  distance: new Float64Array(3 * tokens).fill(Number.POSITIVE_INFINITY),
  touched: [],
})

/** Whether the pools that gain already form a path, so that the shortfall is 0. */
export function doGainsFormPath({ index: { book }, task }: Scope, surpluses: readonly Surplus[]): boolean {
  const reached = new Set([task.source])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { edge } of surpluses) if (reached.has(i32(book.from, edge))) reached.add(i32(book.to, edge))
  }
  return reached.has(task.target)
}

/**
 * The minimum shortfall of any route: it contains a path from the input to the output token, and pools on it that gain
 * less than their gas count with the difference. Dijkstra's shortest path, with shortfalls as lengths.
 * @param radius the search stops there; longer distances count as this
 */
export function minPathShortfall(
  workspace: DijkstraWorkspace,
  scope: Scope,
  shortfalls: Shortfalls,
  radius: number,
): number {
  const { source, target } = scope.task
  const last = minShortfallInto(scope, shortfalls, target)
  let min = radius
  runDijkstra(workspace, source, (here, distance, reach) => {
    if (distance + last >= min) return false
    forEachPair(scope.index.pairs, 'onward', scope.branches, here, (pair, token) => {
      const there = distance + shortfalls.ofPair(pair)
      if (token === target) min = Math.min(min, there)
      else if (there + last < min) reach(token, there)
    })
    return true
  })
  return min
}

/**
 * The minimum shortfall of a route that is neither a single path nor a set of direct pools. If it uses a direct pool,
 * it also has an indirect path. Otherwise its paths part at a token u and meet at v, and the legs of the two branches
 * differ:
 *
 *   d(input, u) + 2 · d(u, v) + d(v, output)
 *
 * in lengths of shortest paths without direct pools. Phase 0 is before u, 1 between u and v, 2 from v on.
 */
export function minSplitShortfall(
  workspace: DijkstraWorkspace,
  scope: Scope,
  shortfalls: Shortfalls,
  radius: number,
): number {
  const { source, target } = scope.task
  const direct = scope.index.pairs.find(source, target)
  const directly = direct === undefined ? Number.POSITIVE_INFINITY : shortfalls.ofPair(direct)
  const last = minShortfallInto(scope, shortfalls, target)
  let min = radius
  runDijkstra(workspace, 3 * source, (node, distance, reach) => {
    if (distance >= min) return false
    const phase = node % 3
    const reachWithin = (next: number, there: number, rest: number) => {
      if (there + rest < min) reach(next, there)
    }
    forEachPair(scope.index.pairs, 'onward', scope.branches, (node - phase) / 3, (pair, token) => {
      if (pair === direct) return
      const once = shortfalls.ofPair(pair)
      if (token === target) min = Math.min(min, computeArrival(phase, distance, once, directly))
      else relaxPhases(phase, token, [distance + once, distance + 2 * once], last, reachWithin)
    })
    return true
  })
  return min
}

function relaxPhases(
  phase: number,
  token: number,
  [once, twice]: readonly [number, number],
  last: number,
  reach: (node: number, there: number, rest: number) => void,
): void {
  if (phase === 2) {
    reach(3 * token + 2, once, last)
    return
  }
  if (phase === 0) reach(3 * token, once, 0)
  reach(3 * token + 1, twice, 0)
  reach(3 * token + 2, twice, last)
}

/**
 * Phase 0 ends if a direct pool carries the rest, or the last leg is itself both branches; phase 1 ends in two
 * branches.
 */
function computeArrival(phase: number, distance: number, once: number, directly: number): number {
  if (phase === 2) return distance + once
  if (phase === 1) return distance + 2 * once
  return Math.min(distance + once + directly, distance + 2 * once)
}

/**
 * The shortest distance from the origin to each token within `radius`, or from the token to the origin; lengths are
 * shortfalls. Paths do not continue beyond the output token, nor begin before the input token.
 */
export function computeDistances(
  workspace: DijkstraWorkspace,
  scope: Scope,
  shortfalls: Shortfalls,
  { origin, direction, radius }: { readonly origin: number; readonly direction: Direction; readonly radius: number },
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const { index, branches } = scope
  runDijkstra(workspace, origin, (here, distance, reach) => {
    found.set(here, distance)
    forEachPair(index.pairs, direction, branches, here, (pair, token) => {
      const there = distance + shortfalls.ofPair(pair)
      if (there < radius) reach(token, there)
    })
    return true
  })
  return found
}

/** The minimum shortfall of the pools that buy a token. */
function minShortfallInto({ index: { pairs }, branches }: Scope, shortfalls: Shortfalls, token: number): number {
  let min = Number.POSITIVE_INFINITY
  forEachPair(pairs, 'back', branches, token, (pair) => {
    if (min > 0) min = Math.min(min, shortfalls.ofPair(pair))
  })
  return min
}

type Relax = (node: number, distance: number) => void

/** Visits nodes by distance until `settle` returns false. */
function runDijkstra(
  { heap, distance, touched }: DijkstraWorkspace,
  start: number,
  settle: (node: number, distance: number, reach: Relax) => boolean,
): void {
  const reach: Relax = (node, there) => {
    if (there >= f64(distance, node)) return
    if (f64(distance, node) === Number.POSITIVE_INFINITY) touched.push(node)
    distance[node] = there
    heap.push(there, node)
  }
  reach(start, 0)
  for (let node = heap.pop(); node >= 0; node = heap.pop()) {
    if (heap.key() > f64(distance, node)) continue
    if (!settle(node, heap.key(), reach)) break
  }
  heap.clear()
  for (const node of touched) distance[node] = Number.POSITIVE_INFINITY
  touched.length = 0
}

/**
 * What using an edge takes off the bound, in the output token: the bound counts the largest surplus of its pool if that
 * is above 0, and a route gets the edge's own. A route needs edges that gain nothing too, to be connected.
 */
export interface Shortfalls {
  /** Of the pair's edge with the smallest one; ∞ if no route trades the pair. */
  readonly ofPair: (pair: number) => number
  readonly ofEdge: (edge: number) => number
}

/** Buffers that live as long as the workspace: the shortfall of each pair, and the query that it was computed for. */
export interface ShortfallCache {
  readonly known: Float64Array
  readonly queries: Int32Array
  query: number
}

export const createShortfallCache = (pairs: number): ShortfallCache => ({
  known: new Float64Array(pairs),
  queries: new Int32Array(pairs),
  query: 0,
})

/** Valid for one vector of prices, until the next call with the same cache. */
export function createShortfalls(cache: ShortfallCache, scope: Scope, prices: DualPrices): Shortfalls {
  cache.query += 1
  const { query } = cache
  const { pool, siblings } = scope.index.book
  const shared = new Map<number, number>()
  const ofEdge = (edge: number) => {
    const surplus = computeSurplus(scope, prices, edge)
    if (i32(siblings, edge) <= 2) return Math.max(0, -surplus)
    const max = shared.get(i32(pool, edge)) ?? computePoolSurplus(scope, prices, edge).value
    shared.set(i32(pool, edge), max)
    return Math.max(0, max) - surplus
  }
  const ofPair = (pair: number) => {
    if (i32(cache.queries, pair) === query) return f64(cache.known, pair)
    const shortfall = computePairShortfall(scope, prices, pair, ofEdge)
    cache.queries[pair] = query
    cache.known[pair] = shortfall
    return shortfall
  }
  return { ofPair, ofEdge }
}

function computePairShortfall(scope: Scope, prices: DualPrices, pair: number, ofEdge: Shortfalls['ofEdge']): number {
  const { pairs, book } = scope.index
  if (!isTradablePair(scope, pair) || f64(scope.max, i32(pairs.from, pair)) === 0) return Number.POSITIVE_INFINITY
  const closedFrom = f64(prices, i32(pairs.from, pair)) / f64(prices, i32(pairs.to, pair))
  let min = Number.POSITIVE_INFINITY
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end && min > 0; i += 1) {
    const edge = i32(pairs.list, i)
    const first = i32(book.first, edge)
    if (first === i32(book.last, edge)) continue
    const isPlain = i32(book.siblings, edge) === 2 && f32(book.columns.slack, first) === 0
    const isClosed = isPlain && f64(book.spot, edge) < closedFrom
    min = Math.min(min, isClosed ? computeLegCost(scope, edge) : ofEdge(edge))
  }
  return min
}

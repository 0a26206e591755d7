import { f32, f64, i32 } from '#math/typed'
import { computePoolSurplus, computeSurplus, type DualPrices } from './arbitrage.ts'
import { computeLegCost, isTradablePair, type Scope } from './scope.ts'

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
  readonly asked: Int32Array
  question: number
}

export const createShortfallCache = (pairs: number): ShortfallCache => ({
  known: new Float64Array(pairs),
  asked: new Int32Array(pairs),
  question: 0,
})

/** Valid for one vector of prices, until the next call with the same cache. */
export function createShortfalls(room: ShortfallCache, scope: Scope, prices: DualPrices): Shortfalls {
  room.question += 1
  const { question } = room
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
    if (i32(room.asked, pair) === question) return f64(room.known, pair)
    const shortfall = computePairShortfall(scope, prices, pair, ofEdge)
    room.asked[pair] = question
    room.known[pair] = shortfall
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

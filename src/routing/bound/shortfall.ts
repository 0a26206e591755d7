import { f32, f64, i32 } from '#math/typed'
import { computeSurplus, type DualPrices } from './arbitrage.ts'
import { computeLegCost, isTradablePair, type Scope } from './scope.ts'

/**
 * By pair: what using its cheapest pool takes off the bound, max(0, gas − arb), in the output token. The bound counts
 * only pools that gain; a route needs others too, to be connected.
 */
export type Shortfalls = (pair: number) => number

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
  return (pair) => {
    if (i32(room.asked, pair) === question) return f64(room.known, pair)
    const shortfall = computeShortfall(scope, prices, pair)
    room.asked[pair] = question
    room.known[pair] = shortfall
    return shortfall
  }
}

function computeShortfall(scope: Scope, prices: DualPrices, pair: number): number {
  const { pairs, book } = scope.index
  if (!isTradablePair(scope, pair) || f64(scope.max, i32(pairs.from, pair)) === 0) return Number.POSITIVE_INFINITY
  const closedFrom = f64(prices, i32(pairs.from, pair)) / f64(prices, i32(pairs.to, pair))
  let least = Number.POSITIVE_INFINITY
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end && least > 0; i += 1) {
    const edge = i32(pairs.list, i)
    const first = i32(book.first, edge)
    if (first === i32(book.last, edge)) continue
    const isPlain = i32(book.siblings, edge) === 2 && f32(book.columns.slack, first) === 0
    const isClosed = isPlain && f64(book.spot, edge) < closedFrom
    least = Math.min(least, isClosed ? computeLegCost(scope, edge) : -computeSurplus(scope, prices, edge))
  }
  return Math.max(0, least)
}

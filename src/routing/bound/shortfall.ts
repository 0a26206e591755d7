import { f32, f64, i32 } from '#math/typed'
import { surplusOf, type TokenPrices } from './arbitrage.ts'
import { costOf, isOpen, type Scope } from './scope.ts'

/**
 * By pair: what using its cheapest pool takes off the bound, max(0, gas − arb), in the bought token. The bound counts
 * only pools that gain; a route needs others too, to hold together.
 */
export type Shortfalls = (pair: number) => number

/** Scratch that lives as long as the certifier: what is known of each pair, and for which question. */
export interface ShortfallRoom {
  readonly known: Float64Array
  readonly asked: Int32Array
  question: number
}

export const openShortfallRoom = (pairs: number): ShortfallRoom => ({
  known: new Float64Array(pairs),
  asked: new Int32Array(pairs),
  question: 0,
})

/** Good for one vector of prices, and until the room is opened again. */
export function openShortfalls(room: ShortfallRoom, scope: Scope, prices: TokenPrices): Shortfalls {
  room.question += 1
  const { question } = room
  return (pair) => {
    if (i32(room.asked, pair) === question) return f64(room.known, pair)
    const shortfall = shortfallOf(scope, prices, pair)
    room.asked[pair] = question
    room.known[pair] = shortfall
    return shortfall
  }
}

function shortfallOf(scope: Scope, prices: TokenPrices, pair: number): number {
  const { pairs, book } = scope.ground
  if (!isOpen(scope, pair) || f64(scope.most, i32(pairs.from, pair)) === 0) return Number.POSITIVE_INFINITY
  const closedFrom = f64(prices, i32(pairs.from, pair)) / f64(prices, i32(pairs.to, pair))
  let least = Number.POSITIVE_INFINITY
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end && least > 0; i += 1) {
    const edge = i32(pairs.list, i)
    const first = i32(book.first, edge)
    if (first === i32(book.last, edge)) continue
    const isPlain = i32(book.siblings, edge) === 2 && f32(book.columns.slack, first) === 0
    const isClosed = isPlain && f64(book.spot, edge) < closedFrom
    least = Math.min(least, isClosed ? costOf(scope, edge) : -surplusOf(scope, prices, edge))
  }
  return Math.max(0, least)
}

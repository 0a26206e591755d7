import type { Address } from '#domain/units'
import { f64 } from '#math/typed'
import { type Book, openBook, trim, writeEdge } from './book/book.ts'
import { openPairs, sortPair } from './book/pairs.ts'
import { openPrices, pricePair, renewNative } from './book/prices.ts'
import { sampleStretches } from './book/sampled.ts'
import { besideTrade } from './leg-gas.ts'
import { type Edge, type Market, tradeOf } from './market.ts'
import type { Ground } from './search/core.ts'

/** Works out everything the search knows of a block. Edges have the same numbers in the market and the book. */
export function openGround(market: Market, block: { readonly wrapped: Address; readonly gasPrice: bigint }): Ground {
  const ends = market.edges.map(({ source, target, pool }) => ({ from: source, to: target, pool }))
  const book = openBook(market.numbers.size, ends)
  for (const edge of market.edges) write(book, edge)
  trim(book)
  const pairs = openPairs(book)
  return { book, pairs, prices: openPrices(book, pairs, market.numbers.get(block.wrapped), Number(block.gasPrice)) }
}

/** Prices net of gas are worked out again once gas costs so much less or more. */
const [mostFall, mostRise] = [0.9, 1.2]

/** Takes up the states that edges have now. @returns the pairs of which some price has risen */
export function renewGround(
  { book, pairs, prices }: Ground,
  edges: readonly Edge[],
  gasPrice: number,
): readonly number[] {
  const isFarOff = gasPrice < prices.gasPrice * mostFall || gasPrice > prices.gasPrice * mostRise
  const touched = new Set<number>()
  for (const edge of edges) {
    write(book, edge)
    touched.add(pairs.of[edge.id] ?? -1)
  }
  const dearer = new Set<number>()
  for (const pair of touched) {
    const before = f64(pairs.spot, pair)
    sortPair(book, pairs, pair)
    if (f64(pairs.spot, pair) > before) dearer.add(pair)
  }
  if (isFarOff) prices.gasPrice = gasPrice
  prices.stale += touched.size
  const isNew = renewNative(book, pairs, prices)
  const open = isFarOff || isNew ? Array.from({ length: pairs.count }, (_, p) => p) : [...touched]
  return open.filter((pair) => pricePair(book, pairs, prices, pair) || dearer.has(pair))
}

function write(book: Book, { id, protocol, live, from, to }: Edge): void {
  const way = { from, to }
  const stretches = protocol.stretches?.(live.state, way) ?? sampleStretches(protocol, live.state, way)
  writeEdge(book, id, stretches, Number(besideTrade({ protocol, live }, tradeOf({ from, to }, 1n))))
}

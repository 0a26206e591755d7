import type { ExactOutRequest, RouteRequest } from '#domain/quotes/route'
import type { Address } from '#domain/units'
import { f64 } from '#math/typed'
import { createEdgeTable, type EdgeTable, trimEdgeTable, writeEdge } from './book/edge-table.ts'
import { limitInputs } from './book/input-limits.ts'
import { buildPairGraph, sortPair } from './book/pair-graph.ts'
import { createPairPrices, pricePair, refreshNativePrices } from './book/pair-prices.ts'
import { sampleProtocol } from './book/sample-segments.ts'
import { tradeOverheadGas } from './gas/leg-gas.ts'
import { type Edge, type PoolGraph, toTrade } from './pool-graph.ts'
import type { MarketIndex } from './search/search-graph.ts'

interface IndexInput {
  readonly wrapped: Address
  readonly gasPrice: bigint
  /** If only this is requested, curves are cut finely up to what it can sell. */
  readonly request?: RouteRequest | ExactOutRequest | undefined
}

/**
 * Computes everything the search needs to know of a block. Edges have the same numbers in the market and in the table.
 */
export function buildMarketIndex(market: PoolGraph, block: IndexInput): MarketIndex {
  const ends = market.edges.map(({ source, target, pool }) => ({ from: source, to: target, pool }))
  const book = createEdgeTable(market.numbers.size, ends)
  const curved = market.edges.filter(({ protocol }) => protocol.hasCurves === true)
  for (const edge of market.edges) if (edge.protocol.hasCurves !== true) writeMarketEdge(book, edge)
  const maxInputs = block.request && limitInputs(market, book, block.request, block.wrapped)
  for (const edge of curved) writeMarketEdge(book, edge, maxInputs?.[edge.source])
  trimEdgeTable(book)
  const pairs = buildPairGraph(book)
  return {
    book,
    pairs,
    prices: createPairPrices(book, pairs, market.numbers.get(block.wrapped), Number(block.gasPrice)),
  }
}

/** Prices net of gas are recomputed once the gas price falls below or rises above these multiples of the last one. */
const [maxFall, maxRise] = [0.9, 1.2]

/** Writes the current states of edges. @returns the pairs of which some price has risen */
export function updateMarketIndex(
  { book, pairs, prices }: MarketIndex,
  edges: readonly Edge[],
  gasPrice: number,
): readonly number[] {
  const isFarOff = gasPrice < prices.gasPrice * maxFall || gasPrice > prices.gasPrice * maxRise
  const touched = new Set<number>()
  for (const edge of edges) {
    writeMarketEdge(book, edge)
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
  const isNew = refreshNativePrices(book, pairs, prices)
  const open = isFarOff || isNew ? Array.from({ length: pairs.count }, (_, p) => p) : [...touched]
  return open.filter((pair) => pricePair(book, pairs, prices, pair) || dearer.has(pair))
}

function writeMarketEdge(table: EdgeTable, { id, protocol, live, from, to }: Edge, maxInput?: number): void {
  const way = { from, to, maxInput }
  const stretches = protocol.segments?.(live.state, way) ?? sampleProtocol(protocol, live.state, way)
  writeEdge(table, id, stretches, Number(tradeOverheadGas({ protocol, live }, toTrade({ from, to }, 1n))))
}

import type { LiquiditySegments, Protocol, SegmentsRequest } from '#domain/pools/protocol'
import type { ExactOutRequest, RouteRequest } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { sampleSegments } from '#math/segments/chord'
import { f64, i32 } from '#math/typed'
import { createEdgeTable, type EdgeTable, trimEdgeTable, writeEdge } from './edge-table.ts'
import { tradeOverheadGas } from './gas.ts'
import { buildPairGraph, type PairGraph, sortPair } from './pair-graph.ts'
import { createPairPrices, type PairPrices, pricePair, refreshNativePrices } from './pair-prices.ts'
import { type Edge, type PoolGraph, toTrade } from './pool-graph.ts'
import { marketIndexTuning } from './tuning.ts'
import { undefinedOnRevert } from './undefined-on-revert.ts'

/** The index of a block. */
export interface MarketIndex {
  readonly book: EdgeTable
  readonly pairs: PairGraph
  readonly prices: PairPrices
  /** How far curves are cut finely; absent if any amount of any token may be sold. */
  readonly limits?: InputLimits | undefined
}

/** How much one request may sell. */
interface InputLimits {
  /** By token. */
  readonly perToken: Float64Array
  /** The tokens of the request; −1 if no pool has it. */
  readonly source: number
  readonly target: number
}

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
  const book = createEdgeTable(market.numbers.size, market.edges)
  const curved = market.edges.filter(({ protocol }) => protocol.hasCurves === true)
  for (const edge of market.edges) if (edge.protocol.hasCurves !== true) writeMarketEdge(book, edge)
  const limits = block.request && limitInputs(market, book, block.request, block.wrapped)
  for (const edge of curved) writeMarketEdge(book, edge, limits && limitInput(limits, edge))
  trimEdgeTable(book)
  const pairs = buildPairGraph(book)
  return {
    book,
    pairs,
    prices: createPairPrices(book, pairs, market.numbers.get(block.wrapped), Number(block.gasPrice)),
    limits,
  }
}

const { maxFall, maxRise, margin, minNative, maxHops } = marketIndexTuning

/** Writes the current states of edges. @returns the pairs of which some price has risen */
export function updateMarketIndex(
  { book, pairs, prices, limits }: MarketIndex,
  edges: readonly Edge[],
  gasPrice: number,
): readonly number[] {
  const isFarOff = gasPrice < prices.gasPrice * maxFall || gasPrice > prices.gasPrice * maxRise
  const touched = new Set<number>()
  for (const edge of edges) {
    writeMarketEdge(book, edge, limits && edge.protocol.hasCurves === true ? limitInput(limits, edge) : undefined)
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

function writeMarketEdge(table: EdgeTable, edge: Edge, maxInput?: number): void {
  const trade = toTrade(edge, 1n)
  writeEdge(table, edge.id, readSegments(edge, maxInput), Number(tradeOverheadGas(edge, trade)))
}

const noSegments: LiquiditySegments = { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }

/** The segments of an edge; none if the pool's math reverts. */
function readSegments({ protocol, live, from, to }: Edge, maxInput: number | undefined): LiquiditySegments {
  const direction = { from, to, maxInput }
  const read = () => protocol.segments?.(live.state, direction) ?? sampleProtocol(protocol, live.state, direction)
  return undefinedOnRevert(read) ?? noSegments
}

/**
 * How much of each token one request may sell, so that curves are cut finely only that far: several times the largest
 * amount of it that the request's input can become, at the first prices of the edges written so far; ∞ if these do not
 * lead to it.
 * @param numbers of the tokens
 */
function limitInputs(
  { numbers }: { readonly numbers: ReadonlyMap<Address, number> },
  table: EdgeTable,
  request: RouteRequest | ExactOutRequest,
  wrapped: Address,
): InputLimits {
  const [source = -1, target = -1, native = -1] = [request.tokenIn, request.tokenOut, wrapped].map((token) =>
    numbers.get(token),
  )
  const perInput = spreadPrices(table, source)
  const worth = 'amountIn' in request ? Number(request.amountIn) : Number(request.amountOut) / (perInput[target] ?? 0)
  const min = minNative / (perInput[native] ?? 0)
  const largest = margin * Math.max(worth, min)
  const limitAt = (price: number) => (price > 0 && largest > 0 ? price * largest : Number.POSITIVE_INFINITY)
  return { perToken: perInput.map(limitAt), source, target }
}

/** No route buys the input token or sells the output token: such edges only price tokens, from their first units on. */
const limitInput = ({ perToken, source, target }: InputLimits, edge: Edge): number | undefined =>
  edge.target === source || edge.source === target ? 1 : perToken[edge.source]

/** By token: units per unit of the first one along the best path at first prices; 0 if there is none. */
function spreadPrices(table: EdgeTable, source: number): Float64Array {
  let prices = new Float64Array(table.tokens)
  prices[source] = 1
  for (let hop = 0; hop < maxHops; hop += 1) {
    const next = prices.slice()
    for (let edge = 0; edge < table.edges; edge += 1) {
      const to = i32(table.to, edge)
      if (to === source) continue
      next[to] = Math.max(f64(next, to), f64(prices, i32(table.from, edge)) * f64(table.spot, edge))
    }
    prices = next
  }
  return prices
}

/** Segments for a pool without a closed form, from exact outputs at chosen amounts. */
export function sampleProtocol<State>(
  protocol: Protocol<State>,
  state: State,
  { maxInput, ...way }: SegmentsRequest,
): LiquiditySegments {
  const tradeOf = (x: number) => ({ ...way, amountIn: amount(BigInt(Math.floor(x))) })
  const give = (x: number): number | undefined => {
    const out = protocol.amountOut(state, tradeOf(x))
    return out === undefined ? undefined : Number(out)
  }
  const gas = (x: number) => Number(protocol.gas(state, tradeOf(x)))
  const { end, ...stretches } = sampleSegments({ give, gas, maxInput })
  return { ...stretches, isComplete: end === 0 || !protocol.isOutOfRange(state, tradeOf(end * 2)) }
}

import { itemAt } from '#domain/item-at'
import { f64, i32 } from '#math/typed'
import { computeNetPrice } from './edge.ts'
import type { EdgeTable } from './edge-table.ts'
import type { PairGraph } from './pair-graph.ts'
import { pairPricesTuning } from './tuning.ts'

/**
 * Prices of a block: the value of every token in native, and the average price of every pair net of a fixed cost, for a
 * few costs. All but those of the higher costs are computed before the first request. A shallow pool with a good spot pays nothing net of gas, so these
 * prices rank pools by their usefulness.
 *
 * They only rank and reject, except for the value of gas (`native`, `nextPair`); no proof depends on them.
 */
export interface PairPrices {
  /** Wei per unit of gas used for the prices. */
  gasPrice: number
  /** Native smallest units per smallest unit of a token, sold at a typical size; 0 if nothing sells it. */
  readonly native: Float64Array
  /** The pair that sells a token on its path to native; −1 for native itself and for tokens that nothing sells. */
  readonly nextPair: Int32Array
  /**
   * By level, by pair: the best price net of the level's cost. Level 0 is the gas of the leg itself; the others are
   * empty until `getNetPrices` is asked for them, and from then on as current as the first.
   */
  readonly net: Float64Array[]
  /** By edge: the price net of its gas. */
  readonly edgeNet: Float64Array
  /** The native token; `undefined` if no pool has it. */
  readonly origin: number | undefined
  /** Number of pairs written since `native` was computed. */
  stale: number
}

const { costLevels, pricingCosts, pricingHops } = pairPricesTuning

export function createPairPrices(
  table: EdgeTable,
  pairs: PairGraph,
  origin: number | undefined,
  gasPrice: number,
): PairPrices {
  const floats = (n: number) => new Float64Array(n)
  const prices: PairPrices = {
    gasPrice,
    native: floats(table.tokens),
    nextPair: new Int32Array(table.tokens).fill(-1),
    net: costLevels.map((_, level) => floats(level === 0 ? pairs.count : 0)),
    edgeNet: floats(table.edges),
    origin,
    stale: 0,
  }
  priceTokens(table, pairs, prices)
  for (let pair = 0; pair < pairs.count; pair += 1) pricePair(table, pairs, prices, pair)
  return prices
}

/**
 * Recomputes the tokens' values in native once as many pairs have been written as there are.
 * @returns whether it did: then all pairs have to be priced again
 */
export function refreshNativePrices(table: EdgeTable, pairs: PairGraph, prices: PairPrices): boolean {
  if (prices.stale < pairs.count) return false
  prices.stale = 0
  prices.native.fill(0)
  prices.nextPair.fill(-1)
  priceTokens(table, pairs, prices)
  return true
}

/**
 * Bellman–Ford rounds outwards from the native token, for one cost after another; each prices only unpriced tokens, and
 * the last round of a cost is one that prices none.
 */
function priceTokens(table: EdgeTable, pairs: PairGraph, prices: PairPrices): void {
  const { native, origin } = prices
  if (origin === undefined) return
  const worths = new Float64Array(pairs.count)
  const nets = new Float64Array(pairs.count)
  for (const cost of pricingCosts) {
    const isOpen = native.map((price) => (price === 0 ? 1 : 0))
    native[origin] = 1
    isOpen[origin] = 0
    worths.fill(0)
    let hop = 0
    while (hop < pricingHops && priceOneHop(table, pairs, prices, { cost, isOpen, worths, nets })) hop += 1
  }
}

interface PricingRound {
  readonly cost: number
  /** By token: 1 if it is to be priced at this cost. */
  readonly isOpen: Float64Array
  /** By pair: the native price of its output token at which its net price was last asked for, and that price. */
  readonly worths: Float64Array
  readonly nets: Float64Array
}

/** @returns whether any token is priced higher than before */
function priceOneHop(
  table: EdgeTable,
  pairs: PairGraph,
  prices: PairPrices,
  { cost, isOpen, worths, nets }: PricingRound,
): boolean {
  const { native } = prices
  const before = native.slice()
  let hasRisen = false
  for (let pair = 0; pair < pairs.count; pair += 1) {
    const worth = f64(before, i32(pairs.to, pair))
    const token = i32(pairs.from, pair)
    if (worth === 0 || f64(isOpen, token) === 0 || f64(pairs.spot, pair) * worth <= f64(native, token)) continue
    if (worth !== f64(worths, pair)) nets[pair] = findBestNetPrice(table, pairs, pair, cost / worth)
    worths[pair] = worth
    if (raiseToken(pairs, prices, pair, f64(nets, pair) * worth)) hasRisen = true
  }
  return hasRisen
}

/** @returns whether a pair prices its input token higher than before */
function raiseToken(pairs: PairGraph, { native, nextPair: way }: PairPrices, pair: number, price: number): boolean {
  const token = i32(pairs.from, pair)
  if (price <= f64(native, token) || hasTokenOnPath(pairs, way, i32(pairs.to, pair), token)) return false
  native[token] = price
  way[token] = pair
  return true
}

/**
 * Whether a path to native passes a token: along profitable cycles prices would rise without limit and never reach
 * native.
 */
function hasTokenOnPath(pairs: PairGraph, way: Int32Array, from: number, token: number): boolean {
  let at = from
  while (at !== token && i32(way, at) >= 0) at = i32(pairs.to, i32(way, at))
  return at === token
}

function findBestNetPrice(table: EdgeTable, pairs: PairGraph, pair: number, cost: number): number {
  let best = 0
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    if (f64(table.spot, edge) <= best) break
    best = Math.max(best, computeNetPrice(table, edge, cost))
  }
  return best
}

/**
 * Recomputes the price of a pair net of each cost asked for so far, after one of its pools or the gas price has changed.
 * @returns whether any of these prices has risen
 */
export function pricePair(table: EdgeTable, pairs: PairGraph, prices: PairPrices, pair: number): boolean {
  const { net, edgeNet, gasPrice } = prices
  const worth = f64(prices.native, i32(pairs.to, pair))
  const first = net[0] as Float64Array
  let best = 0
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    const gas = worth > 0 ? (f64(table.gas, edge) * gasPrice) / worth : 0
    const price = computeNetPrice(table, edge, gas)
    edgeNet[edge] = price
    best = Math.max(best, price)
  }
  let hasRisen = best > f64(first, pair)
  first[pair] = best
  for (let level = 1; level < net.length; level += 1)
    if (pricePairAt(table, pairs, prices, pair, level)) hasRisen = true
  return hasRisen
}

/** @returns whether the price of a pair at a level above 0 has risen; no, if nobody asked for the level */
function pricePairAt(table: EdgeTable, pairs: PairGraph, prices: PairPrices, pair: number, level: number): boolean {
  const first = prices.net[0] as Float64Array
  const list = prices.net[level] as Float64Array
  if (list.length === 0) return false
  const worth = f64(prices.native, i32(pairs.to, pair))
  const cost = costLevels[level] as number
  const before = f64(list, pair)
  const price =
    worth > 0 ? Math.min(f64(first, pair), findBestNetPrice(table, pairs, pair, cost / worth)) : f64(pairs.spot, pair)
  list[pair] = price
  return price > before
}

/** The prices net of a level's cost, by pair. */
export function getNetPrices(table: EdgeTable, pairs: PairGraph, prices: PairPrices, level: number): Float64Array {
  const known = itemAt(prices.net, level)
  if (known.length === pairs.count) return known
  const made = new Float64Array(pairs.count)
  prices.net[level] = made
  for (let pair = 0; pair < pairs.count; pair += 1) pricePairAt(table, pairs, prices, pair, level)
  return made
}

/**
 * What one native wei buys of a token at the spot prices of the path on which deep pools sell it, in reverse;
 * `undefined` if nothing sells the token.
 */
export function getPricePerNative(
  pairs: PairGraph,
  { native, nextPair: way }: PairPrices,
  token: number,
): number | undefined {
  if (f64(native, token) === 0) return undefined
  let price = 1
  let at = token
  for (let hops = 0; i32(way, at) >= 0 && hops <= pricingCosts.length * pricingHops; hops += 1) {
    const pair = i32(way, at)
    const back = pairs.find(i32(pairs.to, pair), at)
    price *= back === undefined ? 0 : f64(pairs.spot, back)
    at = i32(pairs.to, pair)
  }
  return i32(way, at) < 0 && price > 0 ? price : undefined
}

import { f64, i32 } from '#math/typed'
import { computeNetPrice } from './edge.ts'
import type { EdgeTable } from './edge-table.ts'
import type { PairGraph } from './pair-graph.ts'
import { pairPricesTuning } from './tuning.ts'

/**
 * Prices of a block, computed before the first request: the value of every token in native, and the average price of
 * every pair net of a fixed cost, for a few costs. A shallow pool with a good spot pays nothing net of gas, so these
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
  /** By level, by pair: the best price net of the level's cost. Level 0 is the gas of the leg itself. */
  readonly net: readonly Float64Array[]
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
    net: costLevels.map(() => floats(pairs.count)),
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
  const [worths, nets] = [new Float64Array(pairs.count), new Float64Array(pairs.count)]
  for (const cost of pricingCosts) {
    const isOpen = native.map((price) => (price === 0 ? 1 : 0))
    native[origin] = 1
    isOpen[origin] = 0
    worths.fill(0)
    let isChanged = true
    for (let hop = 0; hop < pricingHops && isChanged; hop += 1) {
      const before = native.slice()
      isChanged = false
      for (let pair = 0; pair < pairs.count; pair += 1) {
        const worth = f64(before, i32(pairs.to, pair))
        const token = i32(pairs.from, pair)
        if (worth === 0 || f64(isOpen, token) === 0 || f64(pairs.spot, pair) * worth <= f64(native, token)) continue
        if (worth !== f64(worths, pair)) nets[pair] = findBestNetPrice(table, pairs, pair, cost / worth)
        worths[pair] = worth
        if (raiseToken(pairs, prices, pair, f64(nets, pair) * worth)) isChanged = true
      }
    }
  }
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
 * Recomputes the price of a pair net of each cost, after one of its pools or the gas price has changed.
 * @returns whether any of these prices has risen
 */
export function pricePair(table: EdgeTable, pairs: PairGraph, prices: PairPrices, pair: number): boolean {
  const { net, edgeNet, gasPrice } = prices
  const worth = f64(prices.native, i32(pairs.to, pair))
  let best = 0
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    const gas = worth > 0 ? (f64(table.gas, edge) * gasPrice) / worth : 0
    const price = computeNetPrice(table, edge, gas)
    edgeNet[edge] = price
    best = Math.max(best, price)
  }
  let hasRisen = false
  for (let level = 0; level < net.length; level += 1) {
    const list = net[level] as Float64Array
    const before = f64(list, pair)
    const cost = costLevels[level] as number
    let price = best
    if (level > 0 && worth > 0) price = Math.min(best, findBestNetPrice(table, pairs, pair, cost / worth))
    else if (level > 0) price = f64(pairs.spot, pair)
    list[pair] = price
    if (price > before) hasRisen = true
  }
  return hasRisen
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

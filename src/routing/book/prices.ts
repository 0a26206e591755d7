import { f64, i32 } from '#math/typed'
import type { Book } from './book.ts'
import { priceNetOf } from './edge.ts'
import type { Pairs } from './pairs.ts'

/**
 * What the search knows of a block before anybody asks: what every token is worth in the native one, and what every pair
 * pays on average net of a fixed cost, for a few costs. A shallow pool with a fine spot pays nothing net of gas, so these
 * rank pools by what they are good for.
 *
 * All of it only ranks and rejects, but for what gas is worth (`native`, `way`); no proof rests on it.
 */
export interface Prices {
  /** Wei per unit of gas that the rest was worked out for. */
  gasPrice: number
  /** Native smallest units per smallest unit of a token, sold at a common size; 0 where nothing sells it. */
  readonly native: Float64Array
  /** The pair that sells a token on its way to native; −1 for native itself and what nothing sells. */
  readonly way: Int32Array
  /** By level, by pair: the best price net of the level's cost. Level 0 is the gas of the leg itself. */
  readonly net: readonly Float64Array[]
  /** By edge: the price net of its gas. */
  readonly edgeNet: Float64Array
  /** The native token; `undefined` where no pool has it. */
  readonly origin: number | undefined
  /** Pairs written since `native` was worked out. */
  stale: number
}

/** Fixed costs in native wei by which pairs are ranked: larger trades rank by depth. The first stands for the gas. */
export const levels = [0, 4e15, 4e16, 4e17] as const
/** Native prices are taken net of these: first what deep pools say, then what shallower ones do. */
const pricingCosts = [levels[2], levels[1], 1e13] as const
const pricingHops = 4

export function openPrices(book: Book, pairs: Pairs, origin: number | undefined, gasPrice: number): Prices {
  const floats = (n: number) => new Float64Array(n)
  const prices: Prices = {
    gasPrice,
    native: floats(book.tokens),
    way: new Int32Array(book.tokens).fill(-1),
    net: levels.map(() => floats(pairs.count)),
    edgeNet: floats(book.edges),
    origin,
    stale: 0,
  }
  priceTokens(book, pairs, prices)
  for (let pair = 0; pair < pairs.count; pair += 1) pricePair(book, pairs, prices, pair)
  return prices
}

/**
 * Works out anew what tokens are worth in native where as many pairs have been written since as there are: then all pairs
 * have to be priced again.
 */
export function renewNative(book: Book, pairs: Pairs, prices: Prices): boolean {
  if (prices.stale < pairs.count) return false
  prices.stale = 0
  prices.native.fill(0)
  prices.way.fill(-1)
  priceTokens(book, pairs, prices)
  return true
}

/** Bellman's rounds from the native token outwards, at one cost after the other for what is still without a price. */
function priceTokens(book: Book, pairs: Pairs, prices: Prices): void {
  const { native, origin } = prices
  if (origin === undefined) return
  for (const cost of pricingCosts) {
    const isOpen = native.map((price) => (price === 0 ? 1 : 0))
    native[origin] = 1
    isOpen[origin] = 0
    for (let hop = 0; hop < pricingHops; hop += 1) {
      const before = native.slice()
      for (let pair = 0; pair < pairs.count; pair += 1)
        if (f64(isOpen, i32(pairs.from, pair)) === 1) priceToken(book, pairs, prices, { pair, before, cost })
    }
  }
}

interface Pricing {
  readonly pair: number
  /** Native prices one hop before. */
  readonly before: Float64Array
  readonly cost: number
}

function priceToken(book: Book, pairs: Pairs, { native, way }: Prices, { pair, before, cost }: Pricing): void {
  const [token, next] = [i32(pairs.from, pair), i32(pairs.to, pair)]
  const worth = f64(before, next)
  if (worth === 0 || f64(pairs.spot, pair) * worth <= f64(native, token)) return
  const price = bestNetOf(book, pairs, pair, cost / worth) * worth
  if (price <= f64(native, token) || passes(pairs, way, next, token)) return
  native[token] = price
  way[token] = pair
}

/** Whether a way to native passes a token: over circles that gain something, prices would rise for ever and lead nowhere. */
function passes(pairs: Pairs, way: Int32Array, from: number, token: number): boolean {
  let at = from
  while (at !== token && i32(way, at) >= 0) at = i32(pairs.to, i32(way, at))
  return at === token
}

function bestNetOf(book: Book, pairs: Pairs, pair: number, cost: number): number {
  let best = 0
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    if (f64(book.spot, edge) <= best) break
    best = Math.max(best, priceNetOf(book, edge, cost))
  }
  return best
}

/**
 * What a pair pays net of each cost, after one of its pools or the gas price has changed.
 * @returns whether that is more than before, for any of them
 */
export function pricePair(book: Book, pairs: Pairs, prices: Prices, pair: number): boolean {
  const { net, edgeNet, gasPrice } = prices
  const worth = f64(prices.native, i32(pairs.to, pair))
  let best = 0
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    const gas = worth > 0 ? (f64(book.gas, edge) * gasPrice) / worth : 0
    const price = priceNetOf(book, edge, gas)
    edgeNet[edge] = price
    best = Math.max(best, price)
  }
  let hasRisen = false
  for (const [level, list] of net.entries()) {
    const before = f64(list, pair)
    const cost = worth > 0 ? (levels[level] ?? 0) / worth : 0
    list[pair] =
      level === 0 ? best : cost > 0 ? Math.min(best, bestNetOf(book, pairs, pair, cost)) : f64(pairs.spot, pair)
    hasRisen ||= f64(list, pair) > before
  }
  return hasRisen
}

/**
 * What a native wei buys of a token at the spot prices of the way on which deep pools sell it, walked back;
 * `undefined` where nothing sells it.
 */
export function perNative(pairs: Pairs, { native, way }: Prices, token: number): number | undefined {
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

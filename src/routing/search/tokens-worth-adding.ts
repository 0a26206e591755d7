import { itemAt } from '#domain/item-at'
import { f64, i32 } from '#math/typed'
import { createFill, fillTo } from '#routing/index/edge'
import { computeGasCost } from '#routing/index/gas'
import type { MarketIndex } from '#routing/index/market-index'
import { type Direction, forEachPair, listEdges, noBranches, type PairGraph } from '#routing/index/pair-graph'
import type { PriceField } from '#routing/index/price-field'
import type { SearchGraph } from './search-graph.ts'
import type { Support } from './support.ts'
import { tokensWorthAddingTuning } from './tuning.ts'

const { minGainPart, maxDetours, maxTokens, hopsBack, maxWeighed, weighSteps } = tokensWorthAddingTuning

interface OutsideContext {
  readonly index: MarketIndex
  readonly core: SearchGraph
  /** By market token: its value, sold back into the route's tokens net of gas. */
  readonly worth: Float64Array
}

/**
 * Tokens outside the core through which a detour of up to three legs might pay, by the block's prices net of gas.
 * @param field empty; filled on return
 */
export function findTokensWorthAdding(
  index: MarketIndex,
  core: SearchGraph,
  support: Support,
  field: PriceField,
): readonly number[] {
  const inRoute = spreadBack(index, core, support, field)
  const outlook = { index, core, worth: field.price }
  const min = support.value * minGainPart
  const detours = findDetours(outlook, inRoute, min)
  const seen = [...new Set(detours.map(({ token }) => token))]
  const weighed = seen.length <= maxDetours ? seen : filterByGain(outlook, inRoute, seen.slice(0, maxWeighed), min)
  const added = new Set<number>()
  for (const token of weighed.slice(0, maxDetours)) {
    followBack(outlook, token, added)
    if (added.size > maxTokens) break
  }
  return [...added]
}

/** Prices the route's tokens as the route does, and tokens up to two hops before them by their return. */
function spreadBack(index: MarketIndex, core: SearchGraph, support: Support, field: PriceField): Set<number> {
  const inRoute = new Set<number>()
  for (const place of new Set([0, 1, ...support.edges.flatMap(({ a, b }) => [a, b])])) {
    const token = core.tokens[place] as number
    inRoute.add(token)
    field.price[token] = f64(support.prices, place)
    field.reached.push(token)
  }
  let front: readonly number[] = field.reached.slice(1)
  for (let hop = 0; hop < hopsBack; hop += 1) front = spreadOneHopBack(index, field, front, inRoute)
  return inRoute
}

function spreadOneHopBack(
  { pairs, prices }: MarketIndex,
  { price, reached }: PriceField,
  front: readonly number[],
  inRoute: ReadonlySet<number>,
): readonly number[] {
  const net = itemAt(prices.net, 0)
  const next = new Set<number>()
  for (const token of front) {
    forEachPair(pairs, 'back', noBranches, token, (pair, before) => {
      const worth = f64(net, pair) * f64(price, token)
      if (worth <= f64(price, before) || inRoute.has(before)) return
      if (f64(price, before) === 0) reached.push(before)
      price[before] = worth
      next.add(before)
    })
  }
  return [...next]
}

function findDetours(outlook: OutsideContext, inRoute: ReadonlySet<number>, min: number) {
  const { pairs, prices } = outlook.index
  const { core, worth } = outlook
  const net = itemAt(prices.net, 0)
  const detours: { token: number; gain: number }[] = []
  for (const from of inRoute) {
    if (from === core.task.target) continue
    forEachPair(pairs, 'onward', noBranches, from, (pair, token) => {
      if (core.placeOf.has(token) || f64(net, pair) * f64(worth, token) <= f64(worth, from)) return
      const gain = computePairGain(outlook, pair, [f64(worth, from), f64(worth, token)])
      if (gain > min) detours.push({ token, gain })
    })
  }
  return detours.sort((x, y) => y.gain - x.gain || x.token - y.token)
}

const fill = createFill()

/** The gain of the best pool of a pair at two prices, net of its gas. */
function computePairGain({ index, core }: OutsideContext, pair: number, prices: readonly [number, number]): number {
  let max = 0
  for (const edge of listEdges(index.pairs, pair)) max = Math.max(max, computeEdgeGain(index, core, edge, prices))
  return max
}

function computeEdgeGain(
  { book }: MarketIndex,
  { task }: SearchGraph,
  edge: number,
  [va, vb]: readonly [number, number],
): number {
  if (f64(book.spot, edge) * vb <= va) return 0
  fillTo(book, edge, va / vb, fill)
  return Math.max(0, vb * fill.y - va * fill.x - computeGasCost(book, task, edge, f64(book.gas, edge)))
}

/** The tokens that gain more than `min` at their own best price, largest gain first. */
function filterByGain(outlook: OutsideContext, inRoute: ReadonlySet<number>, tokens: readonly number[], min: number) {
  const gains = new Map(tokens.map((token) => [token, weighToken(outlook, inRoute, token)]))
  const gainOf = (token: number) => gains.get(token) ?? 0
  return tokens.filter((token) => gainOf(token) > min).sort((x, y) => gainOf(y) - gainOf(x) || x - y)
}

/**
 * The joint gain of all pools of a token, net of their gas: the minimum over the token's price of the sum of their
 * gains, since what is bought of it is sold on. The sum is convex in the price.
 */
function weighToken({ index, core, worth }: OutsideContext, inRoute: ReadonlySet<number>, token: number): number {
  const { pairs, book } = index
  const { from, to } = pairs
  const bought = listEdgesAt(pairs, 'back', token).filter(([, pair]) => isSellable(core, inRoute, i32(from, pair)))
  const sold = listEdgesAt(pairs, 'onward', token)
  const gainAt = (price: number): number => {
    let gain = 0
    for (const [edge, pair] of bought) gain += computeEdgeGain(index, core, edge, [f64(worth, i32(from, pair)), price])
    for (const [edge, pair] of sold) gain += computeEdgeGain(index, core, edge, [price, f64(worth, i32(to, pair))])
    return gain
  }
  const min = bought.reduce(
    (low, [edge, pair]) => Math.min(low, f64(worth, i32(from, pair)) / f64(book.spot, edge)),
    Number.POSITIVE_INFINITY,
  )
  return minimizeConvex(gainAt, min, f64(worth, token))
}

const isSellable = (core: SearchGraph, inRoute: ReadonlySet<number>, token: number) =>
  inRoute.has(token) && token !== core.task.target

/** The edges of the pairs at a token, each with its pair. */
function listEdgesAt(
  pairs: PairGraph,
  direction: Direction,
  token: number,
): readonly (readonly [edge: number, pair: number])[] {
  const edges: (readonly [number, number])[] = []
  forEachPair(pairs, direction, noBranches, token, (pair) => {
    for (const edge of listEdges(pairs, pair)) edges.push([edge, pair])
  })
  return edges
}

/** The minimum of a convex function between two prices, by ternary search in log prices. */
function minimizeConvex(valueAt: (price: number) => number, from: number, to: number): number {
  let [low, high, min] = [from, to, Number.POSITIVE_INFINITY]
  for (let step = 0; step < weighSteps; step += 1) {
    const third = Math.cbrt(high / low)
    const [first, second] = [valueAt(low * third), valueAt(high / third)]
    min = Math.min(min, first, second)
    if (first < second) high /= third
    else low *= third
  }
  return min
}

/** Adds a token and its successors until the core is reached. */
function followBack({ index, core, worth }: OutsideContext, token: number, added: Set<number>): void {
  const { pairs, prices } = index
  const net = itemAt(prices.net, 0)
  for (let [at, hops] = [token, 0]; hops < 3 && !core.placeOf.has(at); hops += 1) {
    added.add(at)
    let [best, next] = [0, -1]
    forEachPair(pairs, 'onward', noBranches, at, (pair, other) => {
      const price = f64(net, pair) * f64(worth, other)
      if (price > best) [best, next] = [price, other]
    })
    if (next < 0) return
    at = next
  }
}

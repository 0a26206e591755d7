/** Paths that leave a support and return to it through tokens outside it. */

import { f64 } from '#math/typed'
import { createFill, createSellResult, fillTo, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import type { Candidate, Shortlist } from './candidates.ts'
import { canAddPath, isInside, numberOf, type RouteShape } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import type { SearchState, Support } from './support.ts'
import { detoursTuning } from './tuning.ts'

const { weighSteps } = detoursTuning
const fill = createFill()
const sale = createSellResult()

export interface DetourQuery {
  readonly shape: RouteShape
  readonly list: Shortlist
  readonly longest: number
}

/** For every token outside: the best price back into the support, net of gas, and the first edge of that path. */
interface ReturnPrices {
  readonly price: Float64Array
  readonly next: (SearchEdge | undefined)[]
}

/** Adds detours of two or three edges through tokens outside: the best edges out of each token, and the paths back. */
export function addDetours(state: SearchState, support: Support, hunt: DetourQuery): void {
  const { shape, longest } = hunt
  const returns = computeReturns(state, support, shape, longest >= 3 ? 2 : 1)
  for (const { a, b, edges } of state.core.bundles) {
    if (!isInside(shape, a) || isInside(shape, b) || returns.next[b] === undefined) continue
    const back = f64(returns.price, b)
    for (const out of pickEdges(state, shape, edges, f64(support.prices, a) / back))
      addDetoursOver(state, support, { ...hunt, returns }, out)
  }
}

function addDetoursOver(
  state: SearchState,
  support: Support,
  hunt: DetourQuery & { readonly returns: ReturnPrices },
  out: SearchEdge,
): void {
  const { shape, returns, list } = hunt
  const minPrice = f64(support.prices, out.a) / out.net
  const taken = out.isShared ? { ...shape, shared: new Set([...shape.shared, out.pool]) } : shape
  for (const rest of findReturnPaths(state, support, { shape: taken, returns, from: out.b, minPrice })) {
    const chain = [out, ...rest]
    if (!isAddable(state, hunt, chain)) continue
    const candidate = weighDetour(state, support.prices, chain, list.minGain())
    if (candidate !== undefined) list.add(candidate)
  }
}

function isAddable({ core }: SearchState, { shape, longest }: DetourQuery, chain: readonly SearchEdge[]): boolean {
  const [from, to] = [chain[0]?.a ?? -1, chain.at(-1)?.b ?? -1]
  if (chain.length > longest || hasSharedPool(shape, chain)) return false
  return canAddPath(shape, core.task.limits, [numberOf(shape, from), numberOf(shape, to)], chain.length)
}

/** A route uses a pool of several tokens at most once, and at most one pool of those that share a state. */
const hasSharedPool = ({ shared }: RouteShape, edges: readonly SearchEdge[]) =>
  edges.some(
    ({ isShared, pool }, i) => isShared && (shared.has(pool) || edges.some((e, k) => k !== i && e.pool === pool)),
  )

function computeReturns(state: SearchState, { prices }: Support, shape: RouteShape, hops: number): ReturnPrices {
  const { core } = state
  const price = prices.map((value, token) => (token !== 0 && isInside(shape, token) ? value : 0))
  const next = new Array<SearchEdge | undefined>(core.tokens.length).fill(undefined)
  for (let hop = 1; hop <= hops; hop += 1) {
    const before = hop === 1 ? price : price.slice()
    for (const { a, b, edges } of core.bundles) {
      if (f64(before, b) === 0 || isInside(shape, a) || hop > 1 === isInside(shape, b)) continue
      const edge = findBestNet(state, shape, edges, f64(price, a) / f64(before, b))
      if (edge === undefined) continue
      price[a] = edge.net * f64(before, b)
      next[a] = edge
    }
  }
  return { price, next }
}

/** The available edge of a pair with the best price net of gas, if that is above `above`. */
function findBestNet(
  state: SearchState,
  shape: RouteShape,
  edges: readonly SearchEdge[],
  above: number,
): SearchEdge | undefined {
  let best: SearchEdge | undefined
  let price = above
  for (const edge of edges) {
    if (edge.spot <= price) break
    if (edge.net <= price || !isAvailable(state, shape, edge)) continue
    price = edge.net
    best = edge
  }
  return best
}

/**
 * The edge with the best price, and the one that gains most down to that price: the former may be nearly empty. If one
 * of them may exclude others from the route, also the best one that does not.
 */
function pickEdges(
  state: SearchState,
  shape: RouteShape,
  edges: readonly SearchEdge[],
  above: number,
): readonly SearchEdge[] {
  const first = findBestNet(state, shape, edges, above)
  if (first === undefined || edges.length === 1) return first === undefined ? [] : [first]
  const found = [first, findMaxGain(state, shape, edges, above)]
  if (found.some((edge) => edge?.isShared === true))
    found.push(findBestNet(state, shape, edges.filter(isUnshared), above))
  return [...new Set(found.filter((edge) => edge !== undefined))]
}

const isUnshared = ({ isShared }: SearchEdge): boolean => !isShared

function findMaxGain(
  state: SearchState,
  shape: RouteShape,
  edges: readonly SearchEdge[],
  above: number,
): SearchEdge | undefined {
  let best: SearchEdge | undefined
  let max = 0
  for (const edge of edges) {
    if (edge.spot <= above) break
    if (edge.net <= above || !isAvailable(state, shape, edge)) continue
    fillTo(state.index.book, edge.edge, above, fill)
    const gain = fill.y - above * fill.x
    if (gain <= max) continue
    max = gain
    best = edge
  }
  return best
}

const isAvailable = ({ banned }: SearchState, { shared }: RouteShape, { index, isShared, pool }: SearchEdge): boolean =>
  banned[index] === 0 && !(isShared && shared.has(pool))

interface ReturnQuery {
  readonly shape: RouteShape
  readonly returns: ReturnPrices
  readonly from: number
  /** Price of the token that the detour leaves, in units of the first token it passes. */
  readonly minPrice: number
}

/** Single edges to every token of the support, if they pay, and the best two-edge path. */
function findReturnPaths(
  state: SearchState,
  { prices }: Support,
  { shape, returns, from, minPrice }: ReturnQuery,
): readonly SearchEdge[][] {
  const { core } = state
  const ways: SearchEdge[][] = []
  for (let token = 1; token < core.tokens.length; token += 1) {
    const bundle = isInside(shape, token) ? core.between[from * core.tokens.length + token] : undefined
    if (bundle === undefined) continue
    for (const edge of pickEdges(state, shape, bundle.edges, minPrice / f64(prices, token))) ways.push([edge])
  }
  const first = returns.next[from]
  const second = first && !isInside(shape, first.b) ? returns.next[first.b] : undefined
  if (first !== undefined && second !== undefined && isInside(shape, second.b)) ways.push([first, second])
  return ways
}

/**
 * The largest gain of a chain at the support's prices, by bisection of its marginal price; `undefined` as soon as it is
 * known to be no more than the bar.
 */
function weighDetour(
  { index }: SearchState,
  prices: Float64Array,
  edges: readonly SearchEdge[],
  bar: number,
): Candidate | undefined {
  const [first, last] = [edges[0], edges.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const [va, vb] = [f64(prices, first.a), f64(prices, last.b)]
  const needed = edges.reduce((sum, edge) => sum + edge.cost, bar)
  const isTooLittle = (bound: number) => needed > 0 && bound <= needed // of a gain of 0 float errors decide the sign
  const { max, gainBound } = boundChain(index.book, edges, va, vb)
  if (isTooLittle(gainBound)) return undefined
  const numbers = edges.map(({ edge }) => edge)
  const slopes = edges.map(() => 0)
  let low = 0
  let high = max * 1.5
  let gain = 0
  for (let step = 0; step < weighSteps; step += 1) {
    const x = (low + high) / 2
    const y = sellAlong(index.book, numbers, x, slopes)
    if (!(y >= 0)) {
      high = x
      continue
    }
    const rise = slopes.reduce((product, slope) => product * slope, vb) - va
    gain = Math.max(gain, vb * y - va * x)
    // the gain is concave, so its tangent bounds it over what is left of the range
    if (isTooLittle(vb * y - va * x + Math.max(rise * (high - x), rise * (low - x)))) return undefined
    if (rise < 0) high = x
    else low = x
  }
  for (const own of edges) gain -= own.cost
  return { edges, gain, prices: computeChainPrices(edges, slopes, vb) }
}

/** The output of edges in sequence, −1 if one cannot take its input; stores their marginal prices. */
function sellAlong(table: EdgeTable, edges: readonly number[], x: number, slopes: number[]): number {
  let y = x
  for (let i = 0; i < edges.length && y >= 0; i += 1) {
    y = sell(table, edges[i] ?? 0, y, sale)
    slopes[i] = sale.slope
  }
  return y
}

const computeSpotPrice = (edges: readonly SearchEdge[]) => edges.reduce((product, { spot }) => product * spot, 1)

/**
 * If all edges of a chain but one were at spot: the input until the marginal price falls below va / vb, and the gain down to
 * there. The minimum over the edges.
 */
function boundChain(table: EdgeTable, edges: readonly SearchEdge[], va: number, vb: number) {
  const whole = computeSpotPrice(edges)
  let max = Number.POSITIVE_INFINITY
  let gainBound = Number.POSITIVE_INFINITY
  let before = 1
  for (const { edge, spot } of edges) {
    const rho = ((va / vb) * spot) / whole
    fillTo(table, edge, rho, fill)
    max = Math.min(max, fill.x / before)
    gainBound = Math.min(gainBound, (va / before) * (fill.y / rho - fill.x))
    before *= spot
  }
  return { max, gainBound }
}

/** From the end backwards: a token is worth what the next edge gives for it at the margin. */
function computeChainPrices(edges: readonly SearchEdge[], slopes: readonly number[], end: number) {
  const prices: (readonly [number, number])[] = []
  let price = end
  for (const [i, { a }] of [...edges.entries()].slice(1).reverse()) {
    price *= slopes[i] ?? 0
    prices.push([a, price])
  }
  return prices
}

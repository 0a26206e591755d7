/** Paths that leave a support and return to it through tokens outside it. */

import { f64, i32 } from '#math/typed'
import { createFill, createSellResult, fillTo, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import type { Shortlist } from './candidates.ts'
import { canAddPath, isInside, numberOf, type RouteShape } from './route-shape.ts'
import type { GraphColumns, SearchEdge } from './search-graph.ts'
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

interface DetourSearch extends DetourQuery {
  readonly state: SearchState
  readonly table: EdgeTable
  readonly columns: GraphColumns
  readonly prices: Float64Array
}

/** Edges picked out of a pair, by index: the ways out of the support, and those back. */
const [outPicks, backPicks] = [new Int32Array(3), new Int32Array(3)]

/** Adds detours of two or three edges through tokens outside: the best edges out of each token, and the paths back. */
export function addDetours(state: SearchState, { prices }: Support, { shape, list, longest }: DetourQuery): void {
  const columns = state.core.getColumns()
  const search: DetourSearch = { shape, list, longest, state, table: state.index.book, columns, prices }
  computeReturns(search)
  const { leaving, to, first, spot } = columns
  for (let a = 0; a < state.core.tokens.length; a += 1) {
    if (!isInside(shape, a)) continue
    const price = f64(prices, a)
    for (let k = i32(leaving, a); k < i32(leaving, a + 1); k += 1) {
      const b = i32(to, k)
      if (i32(state.returnEdge, b) < 0 || isInside(shape, b)) continue
      const back = f64(state.returnPrice, b)
      if (f64(spot, i32(first, k)) * back > price) leaveOver(search, k, back)
    }
  }
}

/** Adds the detours whose first edge is of a pair. @param back the best price of its output token on the way back */
function leaveOver(search: DetourSearch, bundle: number, back: number): void {
  const { state, columns, prices, list, table } = search
  const { legPrice = 0 } = state.core.task
  const va = f64(prices, i32(columns.from, bundle))
  const count = pickEdges(search, bundle, va / back, -1, outPicks)
  for (let pick = 0; pick < count; pick += 1) {
    const out = i32(outPicks, pick)
    const needed = list.minGain + f64(columns.cost, out) + legPrice
    // what it would gain if the best path back took any amount at its best average price
    fillTo(table, i32(columns.edge, out), va / back, fill)
    if (!isTooLittle(back * fill.y - va * fill.x, needed)) addDetoursOver(search, out)
  }
}

/** Of a gain of 0 float errors decide the sign. */
const isTooLittle = (bound: number, needed: number): boolean => needed > 0 && bound <= needed

/**
 * For every token outside: the best price back into the support over up to two edges, net of gas, and the first edge of
 * that path.
 */
function computeReturns(search: DetourSearch): void {
  const { state, columns, prices, shape, longest } = search
  const { returnPrice, returnEdge } = state
  for (let token = 0; token < returnPrice.length; token += 1)
    returnPrice[token] = token !== 0 && isInside(shape, token) ? f64(prices, token) : 0
  returnEdge.fill(-1)
  for (let hop = 1; hop <= (longest >= 3 ? 2 : 1); hop += 1) {
    state.priceBefore.set(returnPrice)
    const before = hop === 1 ? returnPrice : state.priceBefore
    for (let k = 0; k < columns.bundles; k += 1) {
      const isNext = !isInside(shape, i32(columns.from, k)) && hop > 1 !== isInside(shape, i32(columns.to, k))
      if (isNext) raiseReturn(search, k, before)
    }
  }
}

/** Returns over a pair if its best edge pays more than the path known so far. */
function raiseReturn(search: DetourSearch, bundle: number, before: Float64Array): void {
  const { state, columns } = search
  const a = i32(columns.from, bundle)
  const there = f64(before, i32(columns.to, bundle))
  if (there === 0) return
  const edge = findBestNet(search, bundle, f64(state.returnPrice, a) / there, -1, false)
  if (edge < 0) return
  state.returnPrice[a] = f64(columns.net, edge) * there
  state.returnEdge[a] = edge
}

/**
 * The open edge of a pair with the best price net of gas, if that is above `above`; −1 for none.
 * @param taken a shared pool that may not be used; −1 for none
 */
function findBestNet(
  { state: { closed }, columns }: DetourSearch,
  bundle: number,
  above: number,
  taken: number,
  isUnshared: boolean,
): number {
  const { first, spot, net, isShared, pool } = columns
  let best = -1
  let price = above
  for (let e = i32(first, bundle); e < i32(first, bundle + 1); e += 1) {
    if (f64(spot, e) <= price) break
    if (f64(net, e) <= price || closed[e] === 1) continue
    if (isShared[e] === 1 && (isUnshared || i32(pool, e) === taken)) continue
    price = f64(net, e)
    best = e
  }
  return best
}

/**
 * The edge with the best price, and the one that gains most down to that price: the former may be nearly empty. If one
 * of them may exclude others from the route, also the best one that does not. @returns their number
 */
function pickEdges(search: DetourSearch, bundle: number, above: number, taken: number, picks: Int32Array): number {
  const { columns } = search
  const { first, isShared } = columns
  const one = findBestNet(search, bundle, above, taken, false)
  if (one < 0) return 0
  picks[0] = one
  if (i32(first, bundle + 1) - i32(first, bundle) === 1) return 1
  let count = 1
  const other = findMaxGain(search, bundle, above, taken)
  if (other >= 0 && other !== one) picks[count++] = other
  if (isShared[one] === 0 && (other < 0 || isShared[other] === 0)) return count
  const third = findBestNet(search, bundle, above, taken, true)
  if (third >= 0 && third !== one && third !== other) picks[count++] = third
  return count
}

function findMaxGain({ state, table, columns }: DetourSearch, bundle: number, above: number, taken: number): number {
  const { first, spot, net, isShared, pool, edge } = columns
  let best = -1
  let max = 0
  for (let e = i32(first, bundle); e < i32(first, bundle + 1); e += 1) {
    if (f64(spot, e) <= above) break
    if (f64(net, e) <= above || state.closed[e] === 1 || (isShared[e] === 1 && i32(pool, e) === taken)) continue
    fillTo(table, i32(edge, e), above, fill)
    const gain = fill.y - above * fill.x
    if (gain <= max) continue
    max = gain
    best = e
  }
  return best
}

/** Detours over one edge out of the support: single edges back to each of its tokens, and the best two-edge path. */
function addDetoursOver(search: DetourSearch, out: number): void {
  const { state, columns, prices, shape, longest } = search
  const { to, first, spot, net, leaving } = columns
  const { a, b } = state.core.edges[out] as SearchEdge
  const minPrice = f64(prices, a) / f64(net, out)
  const taken = sharedPool(columns, out)
  for (let k = i32(leaving, b); k < i32(leaving, b + 1); k += 1) {
    const end = i32(to, k)
    if (!isInside(shape, end) || f64(spot, i32(first, k)) * f64(prices, end) <= minPrice) continue
    if (!canReturn(search, a, end, 2)) continue
    const count = pickEdges(search, k, minPrice / f64(prices, end), taken, backPicks)
    for (let pick = 0; pick < count; pick += 1) weighDetour(search, out, i32(backPicks, pick), -1)
  }
  const second = i32(state.returnEdge, b)
  const middle = longest >= 3 && second >= 0 ? (state.core.edges[second] as SearchEdge).b : -1
  const third = middle >= 0 && !isInside(shape, middle) ? i32(state.returnEdge, middle) : -1
  if (third < 0) return
  const end = (state.core.edges[third] as SearchEdge).b
  if (isInside(shape, end) && canReturn(search, a, end, 3) && areDistinct(columns, out, second, third))
    weighDetour(search, out, second, third)
}

const canReturn = ({ state, shape }: DetourSearch, a: number, b: number, hops: number): boolean =>
  canAddPath(shape, state.core.task.limits, numberOf(shape, a), numberOf(shape, b), hops)

const sharedPool = ({ isShared, pool }: GraphColumns, e: number): number => (isShared[e] === 1 ? i32(pool, e) : -1)

/** A route uses a pool of several tokens at most once, and at most one pool of those that share a state. */
function areDistinct(columns: GraphColumns, out: number, second: number, third: number): boolean {
  const [one, two, three] = [sharedPool(columns, out), sharedPool(columns, second), sharedPool(columns, third)]
  return (one < 0 || (one !== two && one !== three)) && (two < 0 || two !== three)
}

const chain = new Int32Array(3)
const slopes = new Float64Array(3)

/**
 * Adds a chain of edges, unless its gain is too little for the list: the largest one at the support's prices, by bisection
 * of its marginal price.
 * @param third −1 for a chain of two
 */
function weighDetour(search: DetourSearch, out: number, second: number, third: number): void {
  const { state, table, columns, prices, list } = search
  const { edge, cost } = columns
  const count = third < 0 ? 2 : 3
  chain[0] = out
  chain[1] = second
  chain[2] = third
  const va = f64(prices, (state.core.edges[out] as SearchEdge).a)
  const vb = f64(prices, (state.core.edges[i32(chain, count - 1)] as SearchEdge).b)
  let costs = 0
  for (let i = 0; i < count; i += 1) costs += f64(cost, i32(chain, i))
  const needed = list.minGain + costs
  let low = 0
  let high = boundInput(search, count, va, vb, needed) * 1.5
  if (!(high >= 0)) return
  let gain = 0
  for (let step = 0; step < weighSteps; step += 1) {
    const x = (low + high) / 2
    let y = x
    let slope = vb
    for (let i = 0; i < count && y >= 0; i += 1) {
      y = sell(table, i32(edge, i32(chain, i)), y, sale)
      slopes[i] = sale.slope
      slope *= sale.slope
    }
    if (!(y >= 0)) {
      high = x
      continue
    }
    const rise = slope - va
    const now = vb * y - va * x
    gain = Math.max(gain, now)
    // the gain is concave, so its tangent bounds it over what is left of the range
    if (isTooLittle(now + Math.max(rise * (high - x), rise * (low - x)), needed)) return
    if (rise < 0) high = x
    else low = x
  }
  addChain(search, count, vb, gain - costs)
}

/**
 * If all edges of a chain but one were at spot: the input until the marginal price falls below va / vb. The minimum over
 * the edges; −1 if the gain down to there is too little for one of them.
 */
function boundInput(
  { table, columns: { edge, spot } }: DetourSearch,
  count: number,
  va: number,
  vb: number,
  needed: number,
): number {
  let whole = 1
  for (let i = 0; i < count; i += 1) whole *= f64(spot, i32(chain, i))
  let max = Number.POSITIVE_INFINITY
  let before = 1
  for (let i = 0; i < count; i += 1) {
    const own = f64(spot, i32(chain, i))
    const rho = ((va / vb) * own) / whole
    fillTo(table, i32(edge, i32(chain, i)), rho, fill)
    if (isTooLittle((va / before) * (fill.y / rho - fill.x), needed)) return -1
    max = Math.min(max, fill.x / before)
    before *= own
  }
  return max
}

/** From its end backwards, a token on the chain is worth what the next edge gives for it at the margin. */
function addChain({ state, list }: DetourSearch, count: number, end: number, gain: number): void {
  if (gain <= list.minGain) return
  const edges: SearchEdge[] = []
  for (let i = 0; i < count; i += 1) edges.push(state.core.edges[i32(chain, i)] as SearchEdge)
  const prices: (readonly [number, number])[] = []
  let price = end
  for (let i = count - 1; i > 0; i -= 1) {
    price *= f64(slopes, i)
    prices.push([(edges[i] as SearchEdge).a, price])
  }
  list.add({ edges, gain, prices })
}

/** Ways that leave a support and come back to it through tokens that it does not pass. */
import { f64 } from '#math/typed'
import type { Book } from '#routing/book/book'
import { emptyFill, emptySale, fillTo, sell } from '#routing/book/edge'
import type { CoreEdge } from './core.ts'
import { admits, isInside, numberOf, type Shape } from './shape.ts'
import type { Candidate, Shortlist } from './shortlist.ts'
import type { Support, Work } from './support.ts'

/** Halvings of the range in which a detour's best amount is looked for. */
const weighSteps = 9
const fill = emptyFill()
const sale = emptySale()

export interface Hunt {
  readonly shape: Shape
  readonly list: Shortlist
  readonly longest: number
}

/** For every token outside, the best price back into the support, net of gas, and the first edge of the way there. */
interface Returns {
  readonly price: Float64Array
  readonly next: (CoreEdge | undefined)[]
}

/** Detours of two or three edges through tokens outside: the best edges out of each token, and the ways back in. */
export function addDetours(work: Work, support: Support, hunt: Hunt): void {
  const { shape, longest } = hunt
  const returns = returnsTo(work, support, shape, longest >= 3 ? 2 : 1)
  for (const { a, b, edges } of work.core.bundles) {
    if (!isInside(shape, a) || isInside(shape, b) || returns.next[b] === undefined) continue
    const back = f64(returns.price, b)
    for (const out of picks(work, shape, edges, f64(support.prices, a) / back))
      addOver(work, support, { ...hunt, returns }, out)
  }
}

function addOver(work: Work, support: Support, hunt: Hunt & { readonly returns: Returns }, out: CoreEdge): void {
  const { shape, returns, list } = hunt
  const leastPrice = f64(support.prices, out.a) / out.net
  const taken = out.isShared ? { ...shape, shared: new Set([...shape.shared, out.pool]) } : shape
  for (const rest of waysBack(work, support, { shape: taken, returns, from: out.b, leastPrice })) {
    const chain = [out, ...rest]
    if (!mayBeAdded(work, hunt, chain)) continue
    const candidate = weigh(work, support.prices, chain, list.bar())
    if (candidate !== undefined && candidate.gain > 0) list.add(candidate)
  }
}

function mayBeAdded({ core }: Work, { shape, longest }: Hunt, chain: readonly CoreEdge[]): boolean {
  const [from, to] = [chain[0]?.a ?? -1, chain.at(-1)?.b ?? -1]
  if (chain.length > longest || hasSharedPool(shape, chain)) return false
  return admits(shape, core.task.limits, [numberOf(shape, from), numberOf(shape, to)], chain.length)
}

/** A pool of several tokens may stand in a route once only, and of those that share a state one. */
const hasSharedPool = ({ shared }: Shape, edges: readonly CoreEdge[]) =>
  edges.some(
    ({ isShared, pool }, i) => isShared && (shared.has(pool) || edges.some((e, k) => k !== i && e.pool === pool)),
  )

function returnsTo(work: Work, { prices }: Support, shape: Shape, hops: number): Returns {
  const { core } = work
  const price = prices.map((value, token) => (token !== 0 && isInside(shape, token) ? value : 0))
  const next = new Array<CoreEdge | undefined>(core.tokens.length).fill(undefined)
  for (let hop = 1; hop <= hops; hop += 1) {
    const before = hop === 1 ? price : price.slice()
    for (const { a, b, edges } of core.bundles) {
      if (f64(before, b) === 0 || isInside(shape, a) || hop > 1 === isInside(shape, b)) continue
      const edge = bestNet(work, shape, edges, f64(price, a) / f64(before, b))
      if (edge === undefined) continue
      price[a] = edge.net * f64(before, b)
      next[a] = edge
    }
  }
  return { price, next }
}

/** The edge of a pair that pays best net of gas and may be added, where that is above a price. */
function bestNet(work: Work, shape: Shape, edges: readonly CoreEdge[], above: number): CoreEdge | undefined {
  let best: CoreEdge | undefined
  let price = above
  for (const edge of edges) {
    if (edge.spot <= price) break
    if (edge.net <= price || !isFree(work, shape, edge)) continue
    price = edge.net
    best = edge
  }
  return best
}

/**
 * The edge that pays best, and the one that gains most down to that price: the former may be all but empty. Where one of
 * these may keep others out of the route, the best that does not too.
 */
function picks(work: Work, shape: Shape, edges: readonly CoreEdge[], above: number): readonly CoreEdge[] {
  const first = bestNet(work, shape, edges, above)
  if (first === undefined || edges.length === 1) return first === undefined ? [] : [first]
  const found = [first, mostGain(work, shape, edges, above)]
  if (found.some((edge) => edge?.isShared === true)) found.push(bestNet(work, shape, edges.filter(isAlone), above))
  return [...new Set(found.filter((edge) => edge !== undefined))]
}

const isAlone = ({ isShared }: CoreEdge): boolean => !isShared

function mostGain(work: Work, shape: Shape, edges: readonly CoreEdge[], above: number): CoreEdge | undefined {
  let best: CoreEdge | undefined
  let most = 0
  for (const edge of edges) {
    if (edge.spot <= above) break
    if (edge.net <= above || !isFree(work, shape, edge)) continue
    fillTo(work.ground.book, edge.edge, above, fill)
    const gain = fill.y - above * fill.x
    if (gain <= most) continue
    most = gain
    best = edge
  }
  return best
}

const isFree = ({ banned }: Work, { shared }: Shape, { index, isShared, pool }: CoreEdge): boolean =>
  banned[index] === 0 && !(isShared && shared.has(pool))

interface From {
  readonly shape: Shape
  readonly returns: Returns
  readonly from: number
  /** Of the token that is left behind, in units of the one that is passed first. */
  readonly leastPrice: number
}

/** One edge to every token of the support where it pays, and the best two. */
function waysBack(work: Work, { prices }: Support, { shape, returns, from, leastPrice }: From): readonly CoreEdge[][] {
  const { core } = work
  const ways: CoreEdge[][] = []
  for (let token = 1; token < core.tokens.length; token += 1) {
    const bundle = isInside(shape, token) ? core.between[from * core.tokens.length + token] : undefined
    if (bundle === undefined) continue
    for (const edge of picks(work, shape, bundle.edges, leastPrice / f64(prices, token))) ways.push([edge])
  }
  const first = returns.next[from]
  const second = first && !isInside(shape, first.b) ? returns.next[first.b] : undefined
  if (first !== undefined && second !== undefined && isInside(shape, second.b)) ways.push([first, second])
  return ways
}

/**
 * The most that a chain gains at the support's prices, by bisection of its marginal price; `undefined` where even at the
 * spot prices all along it would be under the bar.
 */
function weigh({ ground }: Work, prices: Float64Array, edges: readonly CoreEdge[], bar: number): Candidate | undefined {
  const [first, last] = [edges[0], edges.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const [va, vb] = [f64(prices, first.a), f64(prices, last.b)]
  const most = mostInto(ground.book, edges, va / vb)
  if (most * (vb * priceAlong(edges) - va) <= bar) return undefined
  const slopes = edges.map(() => 0)
  const numbers = edges.map(({ edge }) => edge)
  let low = 0
  let high = most * 1.5
  let gain = 0
  for (let step = 0; step < weighSteps; step += 1) {
    const x = (low + high) / 2
    let y = x
    let slope = vb
    for (let i = 0; i < numbers.length && y >= 0; i += 1) {
      y = sell(ground.book, numbers[i] ?? 0, y, sale)
      slopes[i] = sale.slope
      slope *= sale.slope
    }
    if (y >= 0) gain = Math.max(gain, vb * y - va * x)
    if (y < 0 || slope < va) high = x
    else low = x
  }
  for (const { cost } of edges) gain -= cost
  return { edges, gain, prices: pricesAlong(edges, slopes, vb) }
}

const priceAlong = (edges: readonly CoreEdge[]) => edges.reduce((product, { spot }) => product * spot, 1)

/** What a chain may take before its marginal price is under `price`, were all its edges but one at their spot; by the one that takes least. */
function mostInto(book: Book, edges: readonly CoreEdge[], price: number): number {
  const whole = priceAlong(edges)
  let [most, before] = [Number.POSITIVE_INFINITY, 1]
  for (const { edge, spot } of edges) {
    fillTo(book, edge, (price * spot) / whole, fill)
    most = Math.min(most, fill.x / before)
    before *= spot
  }
  return most
}

/** From the end backwards: what a token is worth is what the next edge gives for it at the margin. */
function pricesAlong(edges: readonly CoreEdge[], slopes: readonly number[], end: number) {
  const prices: (readonly [number, number])[] = []
  let price = end
  for (const [i, { a }] of [...edges.entries()].slice(1).reverse()) {
    price *= slopes[i] ?? 0
    prices.push([a, price])
  }
  return prices
}

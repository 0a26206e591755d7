/**
 * The best route by trying every one: all sets of edges that a route may have, each with its best division, found by
 * moving flow between two legs at a time. Slow, and without a price anywhere: what the search and the bound, which live
 * on prices, are compared with. For markets of up to ten pools.
 */
import type { Book } from '#routing/book/book'
import { emptySale, sell } from '#routing/book/edge'
import { gasCost } from '#routing/search/core'
import type { Found } from '#routing/search/found'
import type { Task } from '#routing/search/task'

/** What an edge gives for an input, both in floats of smallest units; all it has where the input is too much. */
export type Sell = (edge: number, x: number) => number

export interface Exhausted extends Found {
  /** Sets of edges that a route may have. */
  readonly supports: number
}

/** Legs in an order in which all into a token stand before those out of it, and who leaves each token. */
interface Support {
  readonly edges: readonly number[]
  readonly mask: bigint
  /** Edges out of each token. */
  readonly leaving: ReadonlyMap<number, readonly number[]>
  readonly cost: number
}

const golden = (Math.sqrt(5) - 1) / 2
const sections = 60
const mostSweeps = 40

/** By the book's own stretches. */
export function sellOf(book: Book): Sell {
  const sale = emptySale()
  return (edge, x) => {
    const out = sell(book, edge, x, sale)
    return out === -1 ? (book.columns.bought[book.last[edge] ?? 0] ?? 0) : out
  }
}

/** `undefined` where no route gives anything. Gas is each leg's least; limits of the task hold. */
export function bestOfAll(book: Book, task: Task, sellOver: Sell = sellOf(book)): Exhausted | undefined {
  const supports = everySupport(book, task).sort((a, b) => b.edges.length - a.edges.length)
  const tried: { readonly mask: bigint; readonly gross: number }[] = []
  let best: { readonly support: Support; readonly flow: Flow; readonly net: number } | undefined
  for (const support of supports) {
    // fewer edges never give more before gas
    const known = best?.net ?? Number.NEGATIVE_INFINITY
    if (tried.some(({ mask, gross }) => (support.mask & mask) === support.mask && gross - support.cost <= known))
      continue
    const flow = bestDivision(book, task, sellOver, support)
    tried.push({ mask: support.mask, gross: flow.gross * (1 + 1e-9) })
    const net = flow.gross - support.cost
    if (net > known) best = { support, flow, net }
  }
  if (best === undefined) return undefined
  const { flow, net, support } = best
  return {
    legs: support.edges.map((edge) => ({ edge, x: flow.x.get(edge) ?? 0, y: sellOver(edge, flow.x.get(edge) ?? 0) })),
    prices: pricesOf(book, task, sellOver, support, flow),
    net,
    extra: [],
    supports: supports.length,
  }
}

/** Every set of edges without circles, each pool once, in which every edge lies on a way between the two tokens. */
function everySupport(book: Book, task: Task): Support[] {
  const pools = new Map<number, number[]>()
  for (let edge = 0; edge < book.edges; edge += 1) {
    if (book.first[edge] === book.last[edge] || book.from[edge] === task.target || book.to[edge] === task.source)
      continue
    pools.set(book.pool[edge] ?? 0, [...(pools.get(book.pool[edge] ?? 0) ?? []), edge])
  }
  const supports: Support[] = []
  const choose = (rest: readonly (readonly number[])[], edges: readonly number[]) => {
    const [pool, ...others] = rest
    if (pool === undefined) {
      const support = supportOf(book, task, edges)
      if (support !== undefined) supports.push(support)
      return
    }
    choose(others, edges)
    if (edges.length === task.limits.maxLegs) return
    for (const edge of pool) if (!closesCircle(book, edges, edge)) choose(others, [...edges, edge])
  }
  choose([...pools.values()], [])
  return supports
}

function closesCircle(book: Book, edges: readonly number[], edge: number): boolean {
  const reached = new Set([book.to[edge]])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const one of edges) if (reached.has(book.from[one])) reached.add(book.to[one])
  }
  return reached.has(book.from[edge])
}

function supportOf(book: Book, task: Task, edges: readonly number[]): Support | undefined {
  const { limits, source, target } = task
  const links = edges.map((edge) => ({ edge, from: book.from[edge] ?? -1, to: book.to[edge] ?? -1 }))
  const [froms, tos] = [new Set([target]), new Set([source])]
  for (const { from, to } of links) {
    froms.add(from)
    tos.add(to)
  }
  if (edges.length === 0 || !links.every(({ from, to }) => tos.has(from) && froms.has(to))) return undefined
  const depth = depths(links, source)
  if ((depth.get(target) ?? 0) > limits.maxHops || edges.length - depth.size + 2 > limits.maxSplits) return undefined
  links.sort((a, b) => (depth.get(a.from) ?? 0) - (depth.get(b.from) ?? 0))
  const leaving = new Map<number, number[]>()
  for (const { from, edge } of links) leaving.set(from, [...(leaving.get(from) ?? []), edge])
  return {
    edges: links.map(({ edge }) => edge),
    mask: edges.reduce((mask, edge) => mask | (1n << BigInt(edge)), 0n),
    leaving,
    cost: edges.reduce((sum, edge) => sum + gasCost(book, task, edge, book.gas[edge] ?? 0), 0),
  }
}

/** Hops of the longest way from the sold token. */
function depths(links: readonly { readonly from: number; readonly to: number }[], source: number): Map<number, number> {
  const depth = new Map([[source, 0]])
  for (const _ of links) {
    for (const { from, to } of links) depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1))
  }
  return depth
}

interface Flow {
  readonly gross: number
  /** By edge, what goes in. */
  readonly x: ReadonlyMap<number, number>
}

/** Sells the amount over the edges; each takes its share of what its token holds. */
function flowOf(book: Book, task: Task, sellOver: Sell, { edges }: Support, shares: ReadonlyMap<number, number>): Flow {
  const held = new Map<number, number>([[task.source, task.amount]])
  const x = new Map<number, number>()
  for (const edge of edges) {
    const [from, to] = [book.from[edge] ?? -1, book.to[edge] ?? -1]
    const paid = (held.get(from) ?? 0) * (shares.get(edge) ?? 0)
    x.set(edge, paid)
    held.set(to, (held.get(to) ?? 0) + sellOver(edge, paid))
  }
  return { gross: held.get(task.target) ?? 0, x }
}

/** Moves shares between two edges out of one token by golden section until no move gains; outputs are concave. */
function bestDivision(book: Book, task: Task, sellOver: Sell, support: Support): Flow {
  const shares = new Map<number, number>()
  const couples = [...support.leaving.values()].flatMap((edges) => {
    for (const edge of edges) shares.set(edge, 1 / edges.length)
    return edges.flatMap((a, i) => edges.slice(i + 1).map((b) => [a, b] as const))
  })
  const flow = () => flowOf(book, task, sellOver, support, shares)
  const balance = (a: number, b: number, sweep: number) => {
    const both = (shares.get(a) ?? 0) + (shares.get(b) ?? 0)
    const grossAt = (part: number) => {
      shares.set(a, part * both)
      shares.set(b, (1 - part) * both)
      return flow().gross
    }
    if (both > 0) grossAt(highest(grossAt, sweep < 2 ? undefined : (shares.get(a) ?? 0) / both))
  }
  let gross = flow().gross
  for (let sweep = 0; sweep < mostSweeps && couples.length > 0; sweep += 1) {
    for (const [a, b] of couples) balance(a, b, sweep)
    const higher = flow().gross
    if (higher - gross <= 1e-11 * gross || couples.length === 1) break
    gross = higher
  }
  return flow()
}

/** Where a concave function of 0 … 1 is highest; near `guess` first, where one is given. */
function highest(value: (part: number) => number, guess: number | undefined): number {
  let [low, high] = guess === undefined ? [0, 1] : [Math.max(0, guess - 0.02), Math.min(1, guess + 0.02)]
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)]
  let [atLeft, atRight] = [value(left), value(right)]
  for (let section = 0; section < sections && high - low > 1e-9; section += 1) {
    if (atLeft < atRight) {
      ;[low, left, atLeft] = [left, right, atRight]
      right = low + golden * (high - low)
      atRight = value(right)
    } else {
      ;[high, right, atRight] = [right, left, atLeft]
      left = high - golden * (high - low)
      atLeft = value(left)
    }
  }
  const middle = (low + high) / 2
  return [0, 1, middle].reduce((best, part) => (value(part) > value(best) ? part : best))
}

/** What one unit more of each token would bring in the bought one. */
function pricesOf(
  book: Book,
  task: Task,
  sellOver: Sell,
  { edges }: Support,
  { x }: Flow,
): ReadonlyMap<number, number> {
  const prices = new Map<number, number>([[task.target, 1]])
  for (const edge of edges.toReversed()) {
    const paid = x.get(edge) ?? 0
    const slope = (sellOver(edge, paid * (1 + 1e-6)) - sellOver(edge, paid * (1 - 1e-6))) / (paid * 2e-6)
    const price = slope * (prices.get(book.to[edge] ?? -1) ?? 0)
    const from = book.from[edge] ?? -1
    if (paid > 0 && price > (prices.get(from) ?? 0)) prices.set(from, price)
  }
  return prices
}

/**
 * The best route by exhaustive search: every allowed set of edges, each with its best split, found by moving flow
 * between two legs at a time. Slow and without prices, as an independent reference for the search and the bound, which
 * are based on prices. For markets of up to ten pools.
 */

import { createSellResult, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import { computeGasCost } from '#routing/index/gas'
import type { Task } from '#routing/index/task'
import type { Incumbent } from '#routing/search/incumbent'

/** Output of an edge for an input, in floats of smallest units; its full balance if the input is too large. */
export type Sell = (edge: number, x: number) => number

export interface ExhaustiveOptimum extends Incumbent {
  /** Number of sets of edges that a route may have. */
  readonly supports: number
}

/** Legs in an order in which all into a token precede those out of it, with the edges out of each token. */
interface Support {
  readonly edges: readonly number[]
  readonly mask: bigint
  /** Edges out of each token. */
  readonly leaving: ReadonlyMap<number, readonly number[]>
  readonly cost: number
}

const golden = (Math.sqrt(5) - 1) / 2
const sections = 60
const maxSweeps = 40

/** Sells by the segments of the edge table. */
export function createTableSell(table: EdgeTable): Sell {
  const sale = createSellResult()
  return (edge, x) => {
    const out = sell(table, edge, x, sale)
    return out === -1 ? (table.columns.bought[table.last[edge] ?? 0] ?? 0) : out
  }
}

/** `undefined` if no route gives anything. Every leg costs its minimum gas; the task's limits apply. */
export function findOptimum(
  table: EdgeTable,
  task: Task,
  sellOver: Sell = createTableSell(table),
): ExhaustiveOptimum | undefined {
  const supports = listSupports(table, task).sort((a, b) => b.edges.length - a.edges.length)
  const tried: { readonly mask: bigint; readonly gross: number }[] = []
  let best: { readonly support: Support; readonly flow: Flow; readonly net: number } | undefined
  for (const support of supports) {
    // fewer edges never give more before gas
    const known = best?.net ?? Number.NEGATIVE_INFINITY
    if (tried.some(({ mask, gross }) => (support.mask & mask) === support.mask && gross - support.cost <= known))
      continue
    const flow = findBestDivision(table, task, sellOver, support)
    tried.push({ mask: support.mask, gross: flow.gross * (1 + 1e-9) })
    const net = flow.gross - support.cost
    if (net > known) best = { support, flow, net }
  }
  if (best === undefined) return undefined
  const { flow, net, support } = best
  return {
    legs: support.edges.map((edge) => ({ edge, x: flow.x.get(edge) ?? 0, y: sellOver(edge, flow.x.get(edge) ?? 0) })),
    prices: computePrices(table, task, sellOver, support, flow),
    net,
    extra: [],
    supports: supports.length,
  }
}

/**
 * Every acyclic set of edges that uses each pool once and in which every edge lies on a path between the two tokens.
 */
function listSupports(table: EdgeTable, task: Task): Support[] {
  const pools = new Map<number, number[]>()
  for (let edge = 0; edge < table.edges; edge += 1) {
    if (table.first[edge] === table.last[edge] || table.from[edge] === task.target || table.to[edge] === task.source)
      continue
    pools.set(table.pool[edge] ?? 0, [...(pools.get(table.pool[edge] ?? 0) ?? []), edge])
  }
  const supports: Support[] = []
  const choose = (rest: readonly (readonly number[])[], edges: readonly number[]) => {
    const [pool, ...others] = rest
    if (pool === undefined) {
      const support = toSupport(table, task, edges)
      if (support !== undefined) supports.push(support)
      return
    }
    choose(others, edges)
    if (edges.length === task.limits.maxLegs) return
    for (const edge of pool) if (!closesCycle(table, edges, edge)) choose(others, [...edges, edge])
  }
  choose([...pools.values()], [])
  return supports
}

function closesCycle(table: EdgeTable, edges: readonly number[], edge: number): boolean {
  const reached = new Set([table.to[edge]])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const one of edges) if (reached.has(table.from[one])) reached.add(table.to[one])
  }
  return reached.has(table.from[edge])
}

function toSupport(table: EdgeTable, task: Task, edges: readonly number[]): Support | undefined {
  const { limits, source, target } = task
  const links = edges.map((edge) => ({ edge, from: table.from[edge] ?? -1, to: table.to[edge] ?? -1 }))
  const [froms, tos] = [new Set([target]), new Set([source])]
  for (const { from, to } of links) {
    froms.add(from)
    tos.add(to)
  }
  if (edges.length === 0 || !links.every(({ from, to }) => tos.has(from) && froms.has(to))) return undefined
  const depth = computeDepths(links, source)
  if ((depth.get(target) ?? 0) > limits.maxHops || edges.length - depth.size + 2 > limits.maxSplits) return undefined
  links.sort((a, b) => (depth.get(a.from) ?? 0) - (depth.get(b.from) ?? 0))
  const leaving = new Map<number, number[]>()
  for (const { from, edge } of links) leaving.set(from, [...(leaving.get(from) ?? []), edge])
  return {
    edges: links.map(({ edge }) => edge),
    mask: edges.reduce((mask, edge) => mask | (1n << BigInt(edge)), 0n),
    leaving,
    cost: edges.reduce((sum, edge) => sum + computeGasCost(table, task, edge, table.gas[edge] ?? 0), 0),
  }
}

/** Hops of the longest path from the input token. */
function computeDepths(
  links: readonly { readonly from: number; readonly to: number }[],
  source: number,
): Map<number, number> {
  const depth = new Map([[source, 0]])
  for (const _ of links) {
    for (const { from, to } of links) depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1))
  }
  return depth
}

interface Flow {
  readonly gross: number
  /** Input by edge. */
  readonly x: ReadonlyMap<number, number>
}

/** Sells the amount over the edges; each takes its share of its token's balance. */
function computeFlow(
  table: EdgeTable,
  task: Task,
  sellOver: Sell,
  { edges }: Support,
  shares: ReadonlyMap<number, number>,
): Flow {
  const held = new Map<number, number>([[task.source, task.amount]])
  const x = new Map<number, number>()
  for (const edge of edges) {
    const [from, to] = [table.from[edge] ?? -1, table.to[edge] ?? -1]
    const paid = (held.get(from) ?? 0) * (shares.get(edge) ?? 0)
    x.set(edge, paid)
    held.set(to, (held.get(to) ?? 0) + sellOver(edge, paid))
  }
  return { gross: held.get(task.target) ?? 0, x }
}

/** Moves shares between two edges out of one token by golden section until no move gains; outputs are concave. */
function findBestDivision(table: EdgeTable, task: Task, sellOver: Sell, support: Support): Flow {
  const shares = new Map<number, number>()
  const couples = [...support.leaving.values()].flatMap((edges) => {
    for (const edge of edges) shares.set(edge, 1 / edges.length)
    return edges.flatMap((a, i) => edges.slice(i + 1).map((b) => [a, b] as const))
  })
  const flow = () => computeFlow(table, task, sellOver, support, shares)
  const balance = (a: number, b: number, sweep: number) => {
    const both = (shares.get(a) ?? 0) + (shares.get(b) ?? 0)
    const grossAt = (part: number) => {
      shares.set(a, part * both)
      shares.set(b, (1 - part) * both)
      return flow().gross
    }
    if (both > 0) grossAt(maximizeConcave(grossAt, sweep < 2 ? undefined : (shares.get(a) ?? 0) / both))
  }
  let gross = flow().gross
  for (let sweep = 0; sweep < maxSweeps && couples.length > 0; sweep += 1) {
    for (const [a, b] of couples) balance(a, b, sweep)
    const higher = flow().gross
    if (higher - gross <= 1e-11 * gross || couples.length === 1) break
    gross = higher
  }
  return flow()
}

/** The maximizer of a concave function on 0 … 1; near `guess` first, if given. */
function maximizeConcave(value: (part: number) => number, guess: number | undefined): number {
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

/** Marginal value of each token in the output token. */
function computePrices(
  table: EdgeTable,
  task: Task,
  sellOver: Sell,
  { edges }: Support,
  { x }: Flow,
): ReadonlyMap<number, number> {
  const prices = new Map<number, number>([[task.target, 1]])
  for (const edge of edges.toReversed()) {
    const paid = x.get(edge) ?? 0
    const slope = (sellOver(edge, paid * (1 + 1e-6)) - sellOver(edge, paid * (1 - 1e-6))) / (paid * 2e-6)
    const price = slope * (prices.get(table.to[edge] ?? -1) ?? 0)
    const from = table.from[edge] ?? -1
    if (paid > 0 && price > (prices.get(from) ?? 0)) prices.set(from, price)
  }
  return prices
}

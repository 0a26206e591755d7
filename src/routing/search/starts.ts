import { f64, i32 } from '#math/typed'
import { createSellResult, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import type { MarketIndex } from '#routing/index/market-index'
import { isRoute } from './route-shape.ts'
import type { Bundle, SearchEdge, SearchGraph } from './search-graph.ts'
import { type SearchState, type Support, tryEdges } from './support.ts'
import { startsTuning } from './tuning.ts'

const sale = createSellResult()
const { minSlope, maxPaths, maxStarts, fewEdges, startMargin, onwardSlack, maxLabels } = startsTuning

/** A single path as a support, from the marginal prices of its trade. */
export const toPathSupport = (state: SearchState, { edges }: SinglePath, amount: number): Support =>
  tryEdges(state, edges, computeMarginalPrices(state, edges, amount))

/**
 * Several paths that share no pool, each the best for part of the amount after the others are taken: the start for a
 * trade too large for any single path.
 */
export function buildDisjointPaths(state: SearchState, part: number, hops: number): Support | undefined {
  const { core, index } = state
  const { limits } = core.task
  const without = new Set<SearchEdge>()
  let edges: readonly SearchEdge[] = []
  const prices = new Float64Array(core.tokens.length)
  for (let way = 0; way < maxPaths; way += 1) {
    const [chain] = bestSinglePaths(index, core, { amount: part, hops, count: 1, without, isRough: true })
    if (chain === undefined) break
    for (const edge of chain.edges) without.add(edge)
    const more = [...edges, ...chain.edges]
    if (!isRoute(core, more, limits)) continue
    computeMarginalPrices(state, chain.edges, part).forEach((price, token) => {
      if (f64(prices, token) === 0) prices[token] = price
    })
    edges = more
  }
  return edges.length === 0 ? undefined : tryEdges(state, edges, prices)
}

/** Marginal values of a path's tokens after an amount has gone through it. */
function computeMarginalPrices(state: SearchState, edges: readonly SearchEdge[], amount: number): Float64Array {
  const { book } = state.index
  const prices = new Float64Array(state.core.tokens.length)
  let carried = amount
  const slopes = edges.map(({ edge, spot }) => {
    carried = Math.max(0, sell(book, edge, carried, sale))
    return Math.max(sale.slope, spot * minSlope)
  })
  prices[1] = 1
  for (const [i, { a, b }] of [...edges.entries()].reverse()) prices[a] = f64(prices, b) * (slopes[i] ?? 0)
  return prices
}

/**
 * The supports to climb from, most promising first, and the best single paths. The best one comes first of all: it is the
 * route to give if there is no time for more.
 */
export function findStarts(state: SearchState): {
  readonly chains: readonly SinglePath[]
  readonly first: readonly Support[]
} {
  const { index, core } = state
  const { amount, limits } = core.task
  const hops = Math.min(limits.maxHops, limits.maxLegs)
  const whole = bestSinglePaths(index, core, { amount, hops, count: maxStarts })
  const [best, ...others] = whole
  const first = best && toPathSupport(state, best, amount)
  if (first !== undefined && state.effort.isOver()) return { chains: whole, first: [first] }
  const isLarge = core.level >= 2
  const part = amount / 16
  const parts = whole.length === 0 || isLarge ? bestSinglePaths(index, core, { amount: part, hops, count: 2 }) : []
  // for an amount worth less than its gas every path loses; the best of them is still the place to start
  const min = best === undefined ? 0 : best.net - startMargin * Math.abs(best.net)
  const kept = isLarge ? [] : others.filter(({ net }) => net >= min)
  const spread = isLarge || core.edges.length <= fewEdges ? buildDisjointPaths(state, part, hops) : undefined
  return {
    chains: whole,
    first: [
      ...(first === undefined ? [] : [first]),
      ...kept.map((chain) => toPathSupport(state, chain, amount)),
      ...parts.slice(0, best === undefined ? 2 : 1).map((chain) => toPathSupport(state, chain, part)),
      ...(spread === undefined ? [] : [spread]),
    ],
  }
}

/** A single path through the core and its output. */
export interface SinglePath {
  readonly edges: readonly SearchEdge[]
  readonly out: number
  /** Output less gas. */
  readonly net: number
}

export interface PathQuery {
  readonly amount: number
  readonly hops: number
  readonly count: number
  /** Only paths with a net output above this. */
  readonly above?: number
  /** Edges that may not be used. */
  readonly without?: ReadonlySet<SearchEdge>
  /** Whether the best label of each token and hop is enough: finds nearly the best path in a fraction of the time. */
  readonly isRough?: boolean
}

interface Label {
  readonly token: number
  readonly amount: number
  readonly gas: number
  readonly edge: SearchEdge | undefined
  readonly before: Label | undefined
  /** Pools on the path that may not be used again (`SearchEdge.isShared`). */
  readonly taken: readonly number[]
}

/**
 * The single paths with the largest output net of gas, by a search over labels (amount, gas): hop by hop, keeping
 * labels not dominated in both by another at the same token with the same freedom to continue. The first is the best
 * over the core, up to `onwardSlack`.
 */
export function bestSinglePaths({ book }: MarketIndex, core: SearchGraph, wanted: PathQuery): readonly SinglePath[] {
  const hunt: LabelSearch = { book, core, wanted, best: wanted.above ?? Number.NEGATIVE_INFINITY, labels: 0, found: [] }
  let front: readonly Label[] = [
    { token: 0, amount: wanted.amount, gas: 0, edge: undefined, before: undefined, taken: [] },
  ]
  for (let hop = 1; hop <= wanted.hops && front.length > 0; hop += 1)
    front = extendLabels(hunt, front, hop === wanted.hops)
  return hunt.found
    .sort((x, y) => netOf(y) - netOf(x))
    .slice(0, wanted.count)
    .map((label) => ({ edges: edgesOf(label), out: label.amount, net: netOf(label) }))
}

interface LabelSearch {
  readonly book: EdgeTable
  readonly core: SearchGraph
  readonly wanted: PathQuery
  /** The best net output found; initially the one required. */
  best: number
  labels: number
  readonly found: Label[]
}

const netOf = ({ amount, gas }: Label) => amount - gas

/** @returns the labels one hop further */
function extendLabels(hunt: LabelSearch, front: readonly Label[], isLast: boolean): readonly Label[] {
  const { bundles } = hunt.core
  const { leaving } = hunt.core.getColumns()
  const next = new Map<number, Label[]>()
  for (const label of front) {
    const start = i32(leaving, label.token)
    for (let k = i32(leaving, label.token + 1) - 1; k >= start; k -= 1) {
      const bundle = bundles[k] as Bundle
      if ((!isLast || bundle.b === 1) && !isVisited(label, bundle.b)) followBundle(hunt, label, bundle, next)
    }
  }
  return [...next.values()].flat()
}

function followBundle(hunt: LabelSearch, label: Label, { b, edges }: Bundle, next: Map<number, Label[]>): void {
  const worth = b === 1 ? 1 : f64(hunt.core.priceToTarget, b) * onwardSlack
  for (const edge of edges) {
    if (label.amount * edge.spot * worth - label.gas <= hunt.best) return
    if (hunt.wanted.without?.has(edge) === true || isTaken(label, edge)) continue
    const amount = sell(hunt.book, edge.edge, label.amount, sale)
    const gas = label.gas + edge.cost
    if (amount <= 0 || amount * worth - gas <= hunt.best) continue
    const grown: Label = { token: b, amount, gas, edge, before: label, taken: addTakenPool(label, edge) }
    if (b === 1) recordLabel(hunt, grown)
    else if (hunt.wanted.isRough === true) keepBest(next, grown, worth)
    else countLabel(hunt, next, grown)
  }
}

function countLabel(hunt: LabelSearch, next: Map<number, Label[]>, label: Label): void {
  if (hunt.labels < maxLabels && keepLabel(next, label)) hunt.labels += 1
}

/** Keeps every path better than all before it; the last ones are roughly, not exactly, the best few. */
function recordLabel(hunt: LabelSearch, label: Label): void {
  hunt.best = netOf(label)
  hunt.found.push(label)
}

/** Keeps the label that is worth most. */
function keepBest(next: Map<number, Label[]>, label: Label, worth: number): void {
  const [best] = next.get(label.token) ?? []
  if (best === undefined || label.amount * worth - label.gas > best.amount * worth - best.gas)
    next.set(label.token, [label])
}

/** Adds a label unless another dominates it; drops those it dominates. */
function keepLabel(next: Map<number, Label[]>, label: Label): boolean {
  const others = next.get(label.token)
  if (others === undefined) {
    next.set(label.token, [label])
    return true
  }
  if (others.some((other) => isDominating(other, label))) return false
  const left = others.filter((other) => !isDominating(label, other))
  next.set(label.token, [...left, label])
  return true
}

const isTaken = ({ taken }: Label, { isShared, pool }: SearchEdge): boolean => isShared && taken.includes(pool)

const addTakenPool = ({ taken }: Label, { isShared, pool }: SearchEdge) => (isShared ? [...taken, pool] : taken)

const isDominating = (one: Label, other: Label): boolean =>
  one.amount >= other.amount && one.gas <= other.gas && one.taken.every((pool) => other.taken.includes(pool))

function isVisited(label: Label, token: number): boolean {
  for (let at: Label | undefined = label; at !== undefined; at = at.before) if (at.token === token) return true
  return false
}

function edgesOf(label: Label): readonly SearchEdge[] {
  const edges: SearchEdge[] = []
  for (let at: Label | undefined = label; at?.edge !== undefined; at = at.before) edges.unshift(at.edge)
  return edges
}

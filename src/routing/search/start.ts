import { f64 } from '#math/typed'
import { createSellResult, sell } from '#routing/book/edge'
import { computeShape, isAllowed } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import { bestSinglePaths, type SinglePath } from './single-paths.ts'
import { type SearchState, type Support, tryEdges } from './support.ts'

const sale = createSellResult()
/** If a token's marginal price is 0, this part of its spot price replaces it. */
const minSlope = 1e-12
const maxPaths = 12
const maxStarts = 3
/** A core with at most this many edges is searched from several paths at once, however small the trade. */
const fewEdges = 64
/** A start worse than the best by more than this part of it is not climbed from. */
const startMargin = 0.1

/** A single path as a support, from the marginal prices of its trade. */
export const toPathSupport = (state: SearchState, { edges }: SinglePath, amount: number): Support =>
  tryEdges(state, edges, computeMarginalPrices(state, edges, amount))

/**
 * Several paths that share no pool, each the best for part of the amount after the others are taken: the start for a
 * trade too large for any single path.
 */
export function buildDisjointPaths(state: SearchState, part: number, hops: number): Support | undefined {
  const { core, index: ground } = state
  const { limits } = core.task
  const without = new Set<SearchEdge>()
  let edges: readonly SearchEdge[] = []
  const prices = new Float64Array(core.tokens.length)
  for (let way = 0; way < maxPaths; way += 1) {
    const [chain] = bestSinglePaths(ground, core, { amount: part, hops, count: 1, without })
    if (chain === undefined) break
    for (const edge of chain.edges) without.add(edge)
    const more = [...edges, ...chain.edges]
    const shape = computeShape(core, more)
    if (shape === undefined || !isAllowed(shape, more.length, limits)) continue
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

/** The supports to climb from, most promising first, and the best single paths. */
export function findStarts(state: SearchState): {
  readonly chains: readonly SinglePath[]
  readonly first: readonly Support[]
} {
  const { index: ground, core } = state
  const { amount, limits } = core.task
  const hops = Math.min(limits.maxHops, limits.maxLegs)
  const whole = bestSinglePaths(ground, core, { amount, hops, count: maxStarts })
  const isLarge = core.level >= 2
  const part = amount / 16
  const parts = whole.length === 0 || isLarge ? bestSinglePaths(ground, core, { amount: part, hops, count: 2 }) : []
  const best = whole[0]
  // for an amount worth less than its gas every path loses; the best of them is still the place to start
  const min = best === undefined ? 0 : best.net - startMargin * Math.abs(best.net)
  const kept = isLarge ? whole.slice(0, 1) : whole.filter(({ net }) => net >= min)
  const spread = isLarge || core.edges.length <= fewEdges ? buildDisjointPaths(state, part, hops) : undefined
  return {
    chains: whole,
    first: [
      ...kept.map((chain) => toPathSupport(state, chain, amount)),
      ...parts.slice(0, best === undefined ? 2 : 1).map((chain) => toPathSupport(state, chain, part)),
      ...(spread === undefined ? [] : [spread]),
    ],
  }
}

import { f64 } from '#math/typed'
import { emptySale, sell } from '#routing/book/edge'
import type { CoreEdge } from './core.ts'
import { bestChains, type Chain } from './labels.ts'
import { isAllowed, shapeOf } from './shape.ts'
import { type Support, tryEdges, type Work } from './support.ts'

const sale = emptySale()
/** Where a token's price at the margin is nothing, this part of its average stands in for it. */
const leastSlope = 1e-12
const mostWays = 12
const starts = 3
/** A core of no more edges is searched from several ways at once, however small the trade. */
const fewEdges = 64
/** A start worse than the best by more than this part of it is not worth a climb. */
const startsWithin = 0.1

/** A single way as a support, from the prices at the margin of its trade. */
export const supportOf = (work: Work, { edges }: Chain, amount: number): Support =>
  tryEdges(work, edges, marginalPrices(work, edges, amount))

/**
 * Several ways that share no pool, each the best for a part of the amount once the others are taken: what a trade too
 * large for any one way starts from.
 */
export function disjointWays(work: Work, part: number, hops: number): Support | undefined {
  const { core, ground } = work
  const { limits } = core.task
  const without = new Set<CoreEdge>()
  let edges: readonly CoreEdge[] = []
  const prices = new Float64Array(core.tokens.length)
  for (let way = 0; way < mostWays; way += 1) {
    const [chain] = bestChains(ground, core, { amount: part, hops, count: 1, without })
    if (chain === undefined) break
    for (const edge of chain.edges) without.add(edge)
    const more = [...edges, ...chain.edges]
    const shape = shapeOf(core, more)
    if (shape === undefined || !isAllowed(shape, more.length, limits)) continue
    marginalPrices(work, chain.edges, part).forEach((price, token) => {
      if (f64(prices, token) === 0) prices[token] = price
    })
    edges = more
  }
  return edges.length === 0 ? undefined : tryEdges(work, edges, prices)
}

/** What the tokens of a way are worth at the margin once an amount has gone through it. */
function marginalPrices(work: Work, edges: readonly CoreEdge[], amount: number): Float64Array {
  const { book } = work.ground
  const prices = new Float64Array(work.core.tokens.length)
  let carried = amount
  const slopes = edges.map(({ edge, spot }) => {
    carried = Math.max(0, sell(book, edge, carried, sale))
    return Math.max(sale.slope, spot * leastSlope)
  })
  prices[1] = 1
  for (const [i, { a, b }] of [...edges.entries()].reverse()) prices[a] = f64(prices, b) * (slopes[i] ?? 0)
  return prices
}

/** Where climbs begin, the most promising first; and the best undivided ways. */
export function startsOf(work: Work): { readonly chains: readonly Chain[]; readonly first: readonly Support[] } {
  const { ground, core } = work
  const { amount, limits } = core.task
  const hops = Math.min(limits.maxHops, limits.maxLegs)
  const whole = bestChains(ground, core, { amount, hops, count: starts })
  const isLarge = core.level >= 2
  const part = amount / 16
  const parts = whole.length === 0 || isLarge ? bestChains(ground, core, { amount: part, hops, count: 2 }) : []
  const best = whole[0]
  // of an amount worth less than its gas every way loses: the best of them is still where to begin
  const least = best === undefined ? 0 : best.net - startsWithin * Math.abs(best.net)
  const kept = isLarge ? whole.slice(0, 1) : whole.filter(({ net }) => net >= least)
  const spread = isLarge || core.edges.length <= fewEdges ? disjointWays(work, part, hops) : undefined
  return {
    chains: whole,
    first: [
      ...kept.map((chain) => supportOf(work, chain, amount)),
      ...parts.slice(0, best === undefined ? 2 : 1).map((chain) => supportOf(work, chain, part)),
      ...(spread === undefined ? [] : [spread]),
    ],
  }
}

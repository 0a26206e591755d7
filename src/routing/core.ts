import type { Edge } from './market.ts'
import type { Ranking } from './paths.ts'
import type { Reach } from './reach.ts'

/** Edges the search looks at again and again; the more, the slower. */
const roomInCore = 64

/**
 * The edges through which a way of nearly the best output goes, judged by the rates of one ranking: at least
 * `tolerance` of the best, the best edges first.
 */
export function coreOf(
  reach: Reach,
  seen: { readonly ranking: Ranking; readonly amount: number; readonly tolerance: number },
): Edge[] {
  const { ranking, amount, tolerance } = seen
  const top = ranking.ways[0]?.amountOut ?? 0
  const onward = bestOnward(reach, ranking.rates)
  const scored: { edge: Edge; through: number }[] = []
  for (const [edge, rate] of ranking.rates) {
    const reached = edge.source === reach.source ? amount : (ranking.reached.get(edge.source)?.amountOut ?? 0)
    const through = reached * rate * (onward[edge.target] ?? 0)
    if (through > 0 && through >= top * tolerance) scored.push({ edge, through })
  }
  const ranked = scored.toSorted((a, b) => b.through - a.through || a.edge.id - b.edge.id)
  return ranked.slice(0, roomInCore).map(({ edge }) => edge)
}

/** What a unit of each token becomes at the target over the best rates. */
export function bestOnward(reach: Reach, rates: ReadonlyMap<Edge, number>): number[] {
  let onward = reach.hopsLeft.map(() => 0)
  onward[reach.target] = 1
  for (let hop = 1; hop < reach.maxHops; hop += 1) {
    const next = [...onward]
    for (const [edge, rate] of rates) {
      const product = rate * (onward[edge.target] ?? 0)
      if (product > (next[edge.source] ?? 0)) next[edge.source] = product
    }
    onward = next
  }
  return onward
}

import type { Pool } from '#domain/protocol'
import { bestOnward } from './core.ts'
import { type Edge, tradeOf } from './market.ts'
import type { Plan, Search } from './plan.ts'
import { narrowed } from './reach.ts'
import type { Scouted } from './scout.ts'
import { marginalRanking, marginOf } from './ways.ts'

/**
 * Pools whose state was read too narrowly for a trade that mattered. A refusal matters where there is no plan at all,
 * or where the pool, filled to the edge of what is known of it, would still give more than the plan's next quantum.
 */
export function narrowPools(search: Search, plan: Plan | undefined, scouted: Scouted): readonly Pool[] {
  const { part, partAmount } = scouted
  const suspects = [...search.desk.refused].filter(([edge, refused]) =>
    edge.protocol.outOfRange(edge.live.state, tradeOf(edge, BigInt(Math.ceil(refused)))),
  )
  if (suspects.length === 0) return []
  const threshold = plan === undefined ? 0 : marginalRate(search, plan)
  const onward = bestOnward(search.reach, part.rates)
  const pools = new Set<Pool>()
  for (const [edge, refused] of suspects) {
    const forward = edge.source === search.reach.source ? partAmount : (part.reached.get(edge.source)?.amountOut ?? 0)
    const outside = (forward / partAmount) * (onward[edge.target] ?? 0)
    const atEdge = rateAtEdge(search, edge, refused)
    if (plan === undefined || atEdge === undefined || atEdge * outside > threshold) pools.add(edge.live.pool)
  }
  return [...pools]
}

/** Output per input of the plan's next part. */
function marginalRate(search: Search, plan: Plan): number {
  const own = narrowed(search.reach, new Set(plan.flows.keys()))
  return (marginalRanking(search, plan, own).ways[0]?.amountOut ?? 0) / marginOf(search)
}

/** The pool's marginal rate at the largest amount it can price; `undefined` where it prices nothing. */
function rateAtEdge({ desk }: Search, edge: Edge, refused: number): number | undefined {
  let least = 0
  let most = refused
  while (most - least > most / 64 + 1) {
    const middle = Math.floor((least + most) / 2)
    if (desk.give(edge, middle) > 0) least = middle
    else most = middle
  }
  const last = Math.floor(least / 16)
  if (last === 0) return undefined
  return (desk.give(edge, least) - desk.give(edge, least - last)) / last
}

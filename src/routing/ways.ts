import { coreOf } from './core.ts'
import type { Edge } from './market.ts'
import { type Ranking, rankWays, type Way } from './paths.ts'
import type { Plan, Search } from './plan.ts'
import { narrowed, type Reach } from './reach.ts'

/** Ways and edges under consideration: grows while the search learns where the margin lies. */
export interface Field {
  readonly ways: Way[]
  readonly core: Set<Edge>
}

/** How many ways a look at the margin brings. */
const freshWays = 8
/** The margin is asked for this part of the amount. */
const marginParts = 64
/** An edge is worth keeping where a way through it gives nearly as much more as the best one. */
const tolerance = 0.97

/** Adds the best ways for a little more, given what already flows. */
export function lookAround(search: Search, plan: Plan, field: Field): void {
  addWays(field.ways, marginalRanking(search, plan, narrowed(search.reach, field.core)))
}

/** The same over the whole reach: pools that were not worth a look before may be by now. */
export function lookAfield(search: Search, plan: Plan, field: Field): void {
  const ranking = marginalRanking(search, plan, search.reach)
  addWays(field.ways, ranking)
  const amount = marginOf(search)
  for (const edge of coreOf(search.reach, { ranking, amount, tolerance })) field.core.add(edge)
}

/** The best ways for one more part of the amount, at the prices the plan has brought about. */
export function marginalRanking(search: Search, plan: Plan, reach: Reach): Ranking {
  const give = (edge: Edge, more: number) => {
    const flow = plan.flows.get(edge)
    return flow === undefined ? search.desk.give(edge, more) : search.desk.give(edge, flow.into + more) - flow.out
  }
  return rankWays({ give }, { reach, amount: marginOf(search), keep: freshWays, inner: 3 })
}

export const marginOf = ({ amountIn }: Search): number => Math.max(1, Math.floor(amountIn / marginParts))

function addWays(ways: Way[], { ways: fresh }: Ranking): void {
  for (const { way } of fresh) if (!ways.some((other) => sameWay(other, way))) ways.push(way)
}

const sameWay = (a: Way, b: Way) => a.length === b.length && a.every((edge, i) => edge === b[i])

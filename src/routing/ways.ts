import type { Edge } from './market.ts'
import { rankWays, type Way } from './paths.ts'
import type { Plan, Search } from './plan.ts'
import { narrowed } from './reach.ts'

/** How many ways a look at the margin brings. */
const freshWays = 8

/** The best ways for a little more, given what already flows. */
export function marginalWays(search: Search, plan: Plan, core: readonly Edge[]): Way[] {
  const give = (edge: Edge, more: bigint) => {
    const flow = plan.flows.get(edge)
    return flow === undefined ? search.desk.give(edge, more) : search.desk.give(edge, flow.into + more) - flow.out
  }
  const reach = narrowed(search.reach, new Set(core))
  const amount = search.amountIn / 64n > 0n ? search.amountIn / 64n : 1n
  return rankWays({ give }, { reach, amount, keep: freshWays, inner: 3 }).ways.map(({ way }) => way)
}

/** Adds those ways that the list does not hold yet. */
export function addWays(ways: Way[], fresh: readonly Way[]): void {
  for (const way of fresh) if (!ways.some((other) => sameWay(other, way))) ways.push(way)
}

const sameWay = (a: Way, b: Way) => a.length === b.length && a.every((edge, i) => edge === b[i])

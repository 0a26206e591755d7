import type { Found, PricedLegs } from '#routing/search/found'
import type { Task } from '#routing/search/task'
import { lowerBound } from './dual-bound.ts'
import { boundByLegs } from './leg-bound.ts'
import { closeWork, openWork, type ProofRoom } from './work.ts'

/** Edges to start another search from, those that gain most first, at prices where the limit of legs has its price. */
export interface Start extends PricedLegs {
  readonly edges: readonly number[]
}

/** Where a route is at the limit of its legs, the prices of the bound know of better ones than climbs alone find. */
export function startFor(room: ProofRoom, task: Task, found: Found): Start | undefined {
  const work = openWork(room, task, found)
  if (work === undefined) return undefined
  const { work: proven, spread } = lowerBound(work, found.net)
  const { surpluses, prices, legPrice } = boundByLegs(proven, spread.bound)
  closeWork(work)
  const edges = surpluses.toSorted((x, y) => y.value - x.value || x.edge - y.edge).map(({ edge }) => edge)
  return { edges, prices, legPrice }
}

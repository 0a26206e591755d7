import type { Incumbent, PricedLegs } from '#routing/search/incumbent'
import type { Task } from '#routing/search/task'
import { boundByLegs } from './leg-bound.ts'
import { endProof, type ProofWorkspace, startProof } from './proof-state.ts'
import { tightenUpperBound } from './tighten-upper-bound.ts'

/** Edges to start another search from, largest gain first, at prices that include a price per leg. */
export interface LegLimitStart extends PricedLegs {
  readonly edges: readonly number[]
}

/** For a route at the leg limit: the prices of the bound lead to better starts than climbs alone find. */
export function findLegLimitStart(workspace: ProofWorkspace, task: Task, found: Incumbent): LegLimitStart | undefined {
  const work = startProof(workspace, task, found)
  if (work === undefined) return undefined
  const { work: proven, spread } = tightenUpperBound(work, found.net)
  const { surpluses, prices, legPrice } = boundByLegs(proven, spread.bound)
  endProof(work)
  const edges = surpluses.toSorted((x, y) => y.value - x.value || x.edge - y.edge).map(({ edge }) => edge)
  return { edges, prices, legPrice }
}

/** Longer searches from a route at the leg limit: kicks, and if it stays far from its bound, one with a price per leg. */

import { climb } from './climb.ts'
import { type LocalOptimum, moveSupport, tokensOf } from './incumbent.ts'
import { kickOn, type SearchEnd, walkAtLimit } from './leg-limit.ts'
import { shrink } from './removals.ts'
import { isRoute } from './route-shape.ts'
import { searchOnce } from './search.ts'
import { isBetter, type SearchState, type Support } from './support.ts'
import { legLimitTuning, restartsTuning } from './tuning.ts'
import { createSearchState, type SearchWorkspace, startSearch } from './workspace.ts'

const { legPricePart, widerLegs, farGap } = legLimitTuning
const { climbTries } = restartsTuning

/** The best that more searches lead to, until `end`. @param legPrice what the leg limit costs per leg, in the output token */
export function searchFurther(
  workspace: SearchWorkspace,
  first: LocalOptimum,
  legPrice: number,
  end: SearchEnd,
): LocalOptimum {
  const kicked = kickOn(workspace, first, end)
  if (end.gapOf(kicked.support) <= farGap || end.isReached(kicked.support)) return kicked
  const other = searchAtLegPrice(workspace, kicked, legPrice * legPricePart)
  return other !== undefined && isBetter(other.support, kicked.support) ? kickOn(workspace, other, end) : kicked
}

/**
 * Another search in which every leg has a price in addition to its gas, and more are allowed. Routes then approach the limit
 * on their own, and single moves lead further than against a hard limit.
 */
function searchAtLegPrice(
  workspace: SearchWorkspace,
  before: LocalOptimum,
  legPrice: number,
): LocalOptimum | undefined {
  const { task } = before.core
  const limits = { ...task.limits, maxLegs: widerLegs * task.limits.maxLegs }
  const known = [...new Set([...tokensOf(before), ...before.extra])]
  const searched = searchOnce(workspace, { ...task, limits, legPrice }, known)
  if (searched === undefined) return undefined
  const extra = [...new Set([...tokensOf(searched), ...searched.extra])]
  const { core } = startSearch(workspace, task, extra)
  const state = createSearchState(workspace, core)
  const moved = moveSupport(state, searched.core, searched.support)
  const narrow = moved && shrinkAndClimb(state, moved)
  return narrow && { ...before, core, extra, support: walkAtLimit(state, narrow) }
}

/** A wider support back at the limit; `undefined` if that leaves no whole route within the limits. */
function shrinkAndClimb(state: SearchState, wide: Support): Support | undefined {
  const { limits } = state.core.task
  const narrow = shrink(state, wide, limits.maxLegs)
  if (narrow === undefined || !isRoute(state.core, narrow.edges, limits)) return undefined
  const climbed = climb(state, narrow, { legs: limits.maxLegs, tries: climbTries, inBatches: false })
  return climbed.isWhole ? climbed : undefined
}

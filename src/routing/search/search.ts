/** The search for the best support: starts, climbs, ruins or swaps, and a larger core if tokens outside it might pay. */

import type { Task } from '#routing/index/task'
import { climb } from './climb.ts'
import { type Incumbent, type LocalOptimum, listLegTokens, moveSupport, resumeSupport, tokensOf } from './incumbent.ts'
import { isAtLegLimit, walkAtLimit } from './leg-limit.ts'
import { explore, ruinAndRecreate } from './restarts.ts'
import { bestSinglePaths, findStarts, toPathSupport } from './starts.ts'
import type { SearchState } from './support.ts'
import { findTokensWorthAdding } from './tokens-worth-adding.ts'
import { restartsTuning, searchTuning } from './tuning.ts'
import { createSearchState, type SearchWorkspace, startSearch } from './workspace.ts'

const { probePart, maxRounds, warmTries } = searchTuning
const { climbTries, manyLegs, ruinPasses, ruinTries } = restartsTuning

/**
 * A cold start; `undefined` if no path leads from the input to the output token.
 * @param extra tokens that an earlier search for the pair wanted
 */
export function search(
  workspace: SearchWorkspace,
  task: Task,
  extra: readonly number[] = [],
): LocalOptimum | undefined {
  const explored = searchOnce(workspace, task, extra)
  if (explored === undefined) return undefined
  let at = ruinBelowLimit(workspace, explored)
  for (let round = 0; round < maxRounds && !workspace.effort.isOver(); round += 1) {
    const wider = widenSearch(workspace, at)
    if (wider === undefined) break
    at = ruinBelowLimit(workspace, wider)
  }
  return isAtLegLimit(at) ? { ...at, support: walkAtLimit(createSearchState(workspace, at.core), at.support) } : at
}

/** The best climb of a cold start; `undefined` if no path leads from the input to the output token. */
export function searchOnce(workspace: SearchWorkspace, task: Task, extra: readonly number[]): LocalOptimum | undefined {
  const work = startReachableSearch(workspace, task, extra)
  const { chains, first } = findStarts(work)
  if (first.length === 0) return undefined
  return { core: work.core, singlePaths: chains, extra, support: explore(work, first) }
}

/** Ruins pay below the leg limit; at it, a walk over swaps does (`leg-limit.ts`). */
function ruinBelowLimit(workspace: SearchWorkspace, at: LocalOptimum): LocalOptimum {
  if (isAtLegLimit(at)) return at
  const limits = { legs: at.core.task.limits.maxLegs, passes: ruinPasses, maxSpent: ruinTries }
  return { ...at, support: ruinAndRecreate(createSearchState(workspace, at.core), at.support, limits) }
}

/**
 * An earlier result for the same pair, for another amount or block, as far as it is usable; `undefined` if it is not.
 * Searches nothing.
 */
export function resume(workspace: SearchWorkspace, task: Task, last: Incumbent): LocalOptimum | undefined {
  const wanted = [...new Set([...listLegTokens(workspace.index.book, last), ...last.extra])]
  for (const open of [startSearch, startReachableSearch]) {
    const work = open(workspace, task, wanted)
    const support = resumeSupport(work, last)
    if (support !== undefined) return { core: work.core, singlePaths: [], extra: last.extra, support }
  }
  return undefined
}

/** Continues the search from a result, without the restarts of a first search. */
export const continueSearch = (workspace: SearchWorkspace, at: LocalOptimum): LocalOptimum =>
  ruinOnce(workspace, continueClimb(workspace, at))

/** Climbs from a result, and from the best single path. */
export function continueClimb(workspace: SearchWorkspace, { core, support: start, extra }: LocalOptimum): LocalOptimum {
  const work = createSearchState(workspace, core)
  const { amount, limits } = core.task
  const legs = limits.maxLegs
  const climbLimits = { legs, tries: climbTries, inBatches: legs > manyLegs }
  let support = climb(work, start, climbLimits)
  const hops = Math.min(limits.maxHops, legs)
  const chains = bestSinglePaths(workspace.index, core, { amount, hops, count: 1, above: support.value })
  const [chain] = chains
  if (chain !== undefined) support = climb(work, toPathSupport(work, chain, amount), climbLimits)
  return { core, singlePaths: chains, extra, support }
}

/** One ruin per leg: looks for a better route without it. Takes longer than the climb and rarely finds one. */
export function ruinOnce(workspace: SearchWorkspace, at: LocalOptimum): LocalOptimum {
  const { core, support } = at
  const legs = core.task.limits.maxLegs
  const limits = { legs, passes: 1, maxSpent: warmTries, isQuick: true }
  return { ...at, support: ruinAndRecreate(createSearchState(workspace, core), support, limits) }
}

/**
 * If pools disagree strongly, cycles promise a price that no route reaches and set the threshold for edges too high:
 * then starts again with the price that a single path reaches.
 */
function startReachableSearch(workspace: SearchWorkspace, task: Task, extra: readonly number[]): SearchState {
  const work = startSearch(workspace, task, extra)
  if (work.core.minPrice === 0) return work
  const { amount, limits } = task
  const hops = Math.min(limits.maxHops, limits.maxLegs)
  const [chain] = bestSinglePaths(workspace.index, work.core, { amount: amount * probePart, hops, count: 1 })
  const price = chain?.edges.reduce((product, { spot }) => product * spot, 1) ?? 0
  return price < work.core.minPrice ? startSearch(workspace, task, extra, price) : work
}

/** Repeats the search over a core with tokens that might pay; `undefined` if there are none. */
function widenSearch(
  workspace: SearchWorkspace,
  { core, support, singlePaths: chains, extra }: LocalOptimum,
): LocalOptimum | undefined {
  const missing = workspace
    .useField((field) => findTokensWorthAdding(workspace.index, core, support, field))
    .filter((token) => !extra.includes(token))
  if (missing.length === 0) return undefined
  const wanted = [...new Set([...tokensOf({ core, support }), ...extra, ...missing])]
  const work = startSearch(workspace, core.task, wanted)
  const moved = moveSupport(work, core, support)
  if (moved === undefined) return undefined
  return { core: work.core, singlePaths: chains, extra: wanted, support: explore(work, [moved]) }
}

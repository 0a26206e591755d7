/** The search for routes at the leg limit, where an added leg means one less elsewhere. */

import type { Task } from '#routing/index/task'
import { climb } from './climb.ts'
import type { LocalOptimum } from './incumbent.ts'
import { removeLegs } from './removals.ts'
import type { SearchEdge } from './search-graph.ts'
import { isBetter, type SearchState, type Support } from './support.ts'
import { markWalked, type Walked, walkSwaps } from './swap-walk.ts'
import { legLimitTuning } from './tuning.ts'
import { createSearchState, type SearchWorkspace } from './workspace.ts'

const { walk, kicks, nearGap, farGap, minGap, maxSpent } = legLimitTuning

/** True if the leg limit holds a route back: one leg may be missing because a detour needs two. */
export const isAtLegLimit = ({ core, support }: Pick<LocalOptimum, 'core' | 'support'>): boolean =>
  support.edges.length >= core.task.limits.maxLegs - 1

/** A walk over swaps from a route at the limit. */
export const walkAtLimit = (state: SearchState, start: Support): Support =>
  walkSwaps(state, start, { legs: state.core.task.limits.maxLegs, ...walk })

/** When searches that could go on end. */
export interface SearchEnd {
  /** How far a route is at most from the best one, as a part of its value. */
  readonly gapOf: (support: Support) => number
  /** Whether that is little enough, or the effort spent. */
  readonly isReached: (support: Support) => boolean
}

/**
 * @param bound what no route gives more than, net of gas
 * @param began supports valued before the task
 */
export function createEnd({ effort }: SearchWorkspace, task: Task, bound: number, began: number): SearchEnd {
  const { effort: kind = 'usual' } = task
  const gapOf = ({ value }: Support) => (bound - value) / Math.abs(value)
  return {
    gapOf,
    isReached: (support) =>
      effort.isOver() || effort.spent() - began > maxSpent[kind] || gapOf(support) <= minGap[kind],
  }
}

/** Kicks a route until the end, more often the farther it is from its bound, and with longer kicks in a thorough search. */
export function kickOn(workspace: SearchWorkspace, start: LocalOptimum, end: SearchEnd): LocalOptimum {
  const { core } = start
  const { effort = 'usual' } = core.task
  const state = createSearchState(workspace, core)
  let { support } = start
  for (const { most, ...limits } of kicks[effort])
    support = kick(state, support, { ...limits, most: most[distanceFor(end.gapOf(support))] }, end)
  return { ...start, support }
}

const distanceFor = (gap: number) => (gap <= nearGap ? 'near' : gap <= farGap ? 'between' : 'far')

interface KickLimits {
  /** Supports valued, and then steps walked, without the tokens. */
  readonly tries: number
  readonly steps: number
  /** That walk ends after this many steps without a better route. */
  readonly patience: number
  /** Swaps valued at a step. */
  readonly swaps: number
  /** Kicks tried from one route: of single tokens first, then of pairs. */
  readonly most: number
}

/**
 * Kicks a route out of its neighbourhood: removes all legs through one or two tokens, searches without these and then
 * with them again. Goes on from every better route at once, and ends when no kick leads to one.
 */
function kick(state: SearchState, start: Support, limits: KickLimits, end: SearchEnd): Support {
  const walked = markWalked(new Map(), start)
  let best = start
  let waiting = listKicks(best, limits.most)
  for (let tokens = waiting.shift(); tokens !== undefined && !end.isReached(best); tokens = waiting.shift()) {
    const found = kickOut(state, best, tokens, { ...limits, walked })
    if (found === undefined || !isBetter(found, best)) continue
    best = found
    markWalked(walked, best)
    waiting = listKicks(best, limits.most)
  }
  return best
}

/** The tokens between the input and the output token, and then pairs of them, those first whose legs gain least. */
function listKicks({ edges, gains }: Support, most: number): (readonly number[])[] {
  const sums = new Map<number, number>()
  for (const [i, { a, b }] of edges.entries())
    for (const token of [a, b]) if (token > 1) sums.set(token, (sums.get(token) ?? 0) + (gains[i] ?? 0))
  const ranked = [...sums].sort(([, one], [, other]) => one - other).map(([token]) => token)
  const pairs = ranked.flatMap((one, i) =>
    ranked.slice(i + 1).map((other, k) => ({ tokens: [one, other], rank: 2 * i + 1 + k })),
  )
  pairs.sort((one, other) => one.rank - other.rank)
  return [...ranked.map((token) => [token]), ...pairs.map(({ tokens }) => tokens)].slice(0, most)
}

function kickOut(
  state: SearchState,
  support: Support,
  tokens: readonly number[],
  { tries, steps, patience, swaps, walked }: KickLimits & { readonly walked: Walked },
): Support | undefined {
  const legs = state.core.task.limits.maxLegs
  const isPassing = ({ a, b }: SearchEdge) => tokens.includes(a) || tokens.includes(b)
  const passing = [...support.edges.keys()].filter((i) => isPassing(support.edges[i] as SearchEdge))
  const without = removeLegs(state, support, passing)
  if (without === undefined) return undefined
  // around the tokens without detours: ranking them takes half of a step, and few of them lead to a better route
  const around = state.without(state.core.edges.filter(isPassing), () => {
    const climbed = climb(state, without, { legs, tries, inBatches: true })
    return walkSwaps(state, climbed, { legs, steps, swaps, patience, maxEdges: 1 })
  })
  return walkSwaps(state, around, { legs, steps: 2 * steps, swaps, patience: steps, maxEdges: walk.maxEdges, walked })
}

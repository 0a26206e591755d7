/** The search for routes at the leg limit, where an added leg means one less elsewhere. */

import { climb } from './climb.ts'
import type { LocalOptimum } from './incumbent.ts'
import { removeLegs, shrink } from './removals.ts'
import { computeShape, isAllowed } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import { isBetter, type SearchState, type Support, tryEdges } from './support.ts'
import { walkSwaps } from './swap-walk.ts'
import { legLimitTuning, restartsTuning } from './tuning.ts'

const { climbTries } = restartsTuning
const { walk } = legLimitTuning

/** True if the leg limit holds a route back: one leg may be missing because a detour needs two. */
export const isAtLegLimit = ({ core, support }: Pick<LocalOptimum, 'core' | 'support'>): boolean =>
  support.edges.length >= core.task.limits.maxLegs - 1

/** A walk over swaps from a route at the limit. */
export const walkAtLimit = (state: SearchState, start: Support): Support =>
  walkSwaps(state, start, { legs: state.core.task.limits.maxLegs, ...walk })

/** A wider support back at the limit; `undefined` if that leaves no whole route within the limits. */
export function shrinkAndClimb(state: SearchState, wide: Support): Support | undefined {
  const { limits } = state.core.task
  const narrow = shrink(state, wide, limits.maxLegs)
  const shape = narrow && computeShape(state.core, narrow.edges)
  if (narrow === undefined || shape === undefined || !isAllowed(shape, narrow.edges.length, limits)) return undefined
  const climbed = climb(state, narrow, { legs: limits.maxLegs, tries: climbTries, inBatches: false })
  return climbed.isWhole ? climbed : undefined
}

/** The best route made of legs of two, which share a core; `undefined` if they differ in none, or give no route. */
export function combine(state: SearchState, first: Support, second: Support): Support | undefined {
  const added = second.edges.filter((edge) => !first.edges.includes(edge))
  if (added.length === 0) return undefined
  const prices = first.prices.map((price, token) => price || (second.prices[token] ?? 0))
  const union = tryEdges(state, [...first.edges, ...added], prices)
  if (!Number.isFinite(union.value)) return undefined
  const climbed = shrinkAndClimb(state, union)
  return climbed && walkAtLimit(state, climbed)
}

export interface KickLimits {
  /** Supports valued, and then steps walked, without the tokens. */
  readonly tries: number
  readonly steps: number
  /** Kicks tried from one route: of single tokens first, then of pairs. */
  readonly most: number
}

/**
 * Kicks a route out of its neighbourhood: removes all legs through one or two tokens, searches without these and then
 * with them again. Goes on from every better route at once, and ends when no kick leads to one.
 * @param isEnough whether to end with a support; asked before every kick
 */
export function kick(
  state: SearchState,
  start: Support,
  limits: KickLimits,
  isEnough: (support: Support) => boolean,
): Support {
  let best = start
  let waiting = listKicks(best, limits.most)
  for (let tokens = waiting.shift(); tokens !== undefined && !isEnough(best); tokens = waiting.shift()) {
    const found = kickOut(state, best, tokens, limits)
    if (found === undefined || !isBetter(found, best)) continue
    best = found
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
  { tries, steps }: KickLimits,
): Support | undefined {
  const legs = state.core.task.limits.maxLegs
  const isPassing = ({ a, b }: SearchEdge) => tokens.includes(a) || tokens.includes(b)
  const passing = [...support.edges.keys()].filter((i) => isPassing(support.edges[i] as SearchEdge))
  const without = removeLegs(state, support, passing)
  if (without === undefined) return undefined
  const around = state.without(state.core.edges.filter(isPassing), () => {
    const climbed = climb(state, without, { legs, tries, inBatches: true })
    return walkSwaps(state, climbed, { legs, steps, patience: steps })
  })
  return walkSwaps(state, around, { legs, steps: 2 * steps, patience: steps, home: support })
}

import { itemAt } from '#domain/item-at'
import { climb } from '#routing/search/climb'
import type { SearchEdge } from '#routing/search/search-graph'
import { isBetter, type SearchState, type Support, sortByGain } from '#routing/search/support'
import { removeLegs } from './shrink.ts'

const maxTries = 60
const maxTokenTries = 200
/** Supports of up to this many legs get a second and third try, without the legs that earlier tries brought in. */
const smallSupportLegs = 12

export interface RuinLimits {
  readonly legs: number
  readonly passes: number
  /** Stops when the search has valued this many supports. */
  readonly maxSpent: number
  /** Whether one try per leg is enough. */
  readonly isQuick?: boolean
  /** As in `ClimbLimits`. */
  readonly extraRemovals?: number
}

/**
 * Ruin and recreate: removes one leg with its dependents, bans it and searches again, legs with the least gain first.
 * Finds improvements that no single move finds, mainly in routes of medium size.
 */
export function ruinAndRecreate(state: SearchState, start: Support, limits: RuinLimits): Support {
  let support = start
  for (let pass = 0; pass < limits.passes; pass += 1) {
    const better = findFirstBetter(state, support, limits)
    if (better === undefined) return support
    support = better
  }
  return support
}

function findFirstBetter(
  state: SearchState,
  support: Support,
  { legs, maxSpent: end, isQuick = false, extraRemovals: spared = 0 }: RuinLimits,
) {
  for (const position of sortByGain(support)) {
    if (state.spent > end) return undefined
    const ruined = removeLegs(state, support, [position])
    if (ruined === undefined) continue
    const better = recreate(state, support, {
      ruined,
      removed: itemAt(support.edges, position),
      legs,
      isQuick,
      extraRemovals: spared,
    })
    if (better !== undefined) return better
  }
  return undefined
}

interface Ruin {
  readonly ruined: Support
  readonly removed: SearchEdge
  readonly legs: number
  readonly isQuick: boolean
  readonly extraRemovals: number
}

function recreate(
  state: SearchState,
  support: Support,
  { ruined, removed, legs, isQuick, extraRemovals: spared }: Ruin,
): Support | undefined {
  const banned = [removed]
  const rounds = support.edges.length <= smallSupportLegs && !isQuick ? 3 : 1
  for (let round = 0; round < rounds; round += 1) {
    for (const edge of banned) state.banned[edge.index] = 1
    const found = climb(state, ruined, { legs, tries: maxTries, inBatches: false, extraRemovals: spared })
    for (const edge of banned) state.banned[edge.index] = 0
    if (isBetter(found, support)) {
      const better = climb(state, found, { legs, tries: maxTries, inBatches: false, extraRemovals: spared })
      return better.isWhole ? better : undefined
    }
    const brought = findStrongest(found, support)
    if (brought === undefined) return undefined
    banned.push(brought)
  }
  return undefined
}

/** The leg with the largest gross gain among those that `found` has and `than` lacks. */
function findStrongest(found: Support, than: Support): SearchEdge | undefined {
  let best: SearchEdge | undefined
  let max = Number.NEGATIVE_INFINITY
  found.edges.forEach((edge, i) => {
    const gross = edge.cost + (found.gains[i] ?? 0)
    if (than.edges.includes(edge) || gross <= max) return
    best = edge
    max = gross
  })
  return best
}

/**
 * A larger ruin, for routes at the leg limit: removes all legs through one token, searches without that token and then
 * with it again. `undefined` if no token leads to an improvement.
 */
export function ruinByToken(
  state: SearchState,
  support: Support,
  limits: Pick<RuinLimits, 'legs'>,
): Support | undefined {
  const tokens = new Set(support.edges.flatMap(({ a, b }) => [a, b]).filter((token) => token > 1))
  let best = support
  for (const token of tokens) {
    const passing = [...support.edges.keys()].filter((i) => hasToken(itemAt(support.edges, i), token))
    const ruined = removeLegs(state, support, passing)
    if (ruined === undefined) continue
    const found = searchAroundToken(state, ruined, token, limits)
    if (found.isWhole && isBetter(found, best)) best = found
  }
  return best === support ? undefined : best
}

const hasToken = ({ a, b }: SearchEdge, token: number) => a === token || b === token

function searchAroundToken(
  state: SearchState,
  ruined: Support,
  token: number,
  { legs }: Pick<RuinLimits, 'legs'>,
): Support {
  const banned = state.core.edges.filter((edge) => hasToken(edge, token))
  for (const { index } of banned) state.banned[index] = 1
  const around = climb(state, ruined, { legs, tries: maxTokenTries, inBatches: false })
  for (const { index } of banned) state.banned[index] = 0
  return climb(state, around, { legs, tries: maxTokenTries, inBatches: false })
}

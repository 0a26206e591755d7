import { itemAt } from '#domain/item-at'
import { climb } from './climb.ts'
import { removeLegs } from './removals.ts'
import type { SearchEdge } from './search-graph.ts'
import { isBetter, type SearchState, type Support, sortByGain } from './support.ts'
import { restartsTuning } from './tuning.ts'

const { climbTries, manyLegs, maxTries, smallSupportLegs } = restartsTuning

/** The best of several climbs: from every start, in batches, and from a support kept narrow at first. */
export function explore(state: SearchState, first: readonly Support[]): Support {
  const legs = state.core.task.limits.maxLegs
  const isMany = legs > manyLegs
  const start = itemAt(first, 0)
  const seen = new Set<string>()
  let best: Support | undefined
  const consider = (support: Support) => {
    const key = [...support.edges.map(({ index }) => index)].sort((x, y) => x - y).join()
    if (seen.has(key)) return
    seen.add(key)
    if (best === undefined || support.value > best.value) best = support
  }
  for (const support of first) consider(climb(state, support, { legs, tries: climbTries, inBatches: isMany }))
  if (!isMany) consider(climb(state, start, { legs, tries: climbTries, inBatches: true }))
  const narrow = Math.round((best?.edges.length ?? 0) * 0.6)
  if (narrow >= 3 && start.edges.length <= narrow) {
    const small = climb(state, start, { legs: narrow, tries: climbTries / 2, inBatches: false })
    consider(climb(state, small, { legs, tries: climbTries, inBatches: false }))
  }
  return best ?? start
}

export interface RuinLimits {
  readonly legs: number
  readonly passes: number
  /** Stops when the search has valued this many supports. */
  readonly maxSpent: number
  /** Whether one try per leg is enough. */
  readonly isQuick?: boolean
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

function findFirstBetter(state: SearchState, support: Support, limits: RuinLimits): Support | undefined {
  for (const position of sortByGain(support)) {
    if (state.spent > limits.maxSpent || state.effort.isOver()) return undefined
    const ruined = removeLegs(state, support, [position])
    const better = ruined && recreate(state, support, ruined, itemAt(support.edges, position), limits)
    if (better !== undefined) return better
  }
  return undefined
}

function recreate(
  state: SearchState,
  support: Support,
  ruined: Support,
  removed: SearchEdge,
  { legs, isQuick = false }: RuinLimits,
): Support | undefined {
  const banned = [removed]
  const climbLimits = { legs, tries: maxTries, inBatches: false, isWide: true }
  const rounds = support.edges.length <= smallSupportLegs && !isQuick ? 3 : 1
  for (let round = 0; round < rounds; round += 1) {
    const found = state.without(banned, () => climb(state, ruined, climbLimits))
    if (isBetter(found, support)) {
      const better = climb(state, found, climbLimits)
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

import { itemAt } from '#domain/item-at'
import { climb } from './climb.ts'
import { redirectLeg } from './redirect.ts'
import { removeLegs, shrink } from './removals.ts'
import type { SearchEdge } from './search-graph.ts'
import { isBetter, type SearchState, type Support, sortByGain } from './support.ts'
import { restartsTuning } from './tuning.ts'

const {
  climbTries,
  manyLegs,
  ruinTries,
  extraRemovals,
  tokenRounds,
  ruinPasses,
  maxTries,
  maxTokenTries,
  smallSupportLegs,
} = restartsTuning

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

/** If the leg limit binds, shrinks wider supports back to it; then ruins and recreates. */
export function finish(state: SearchState, support: Support): Support {
  const legs = state.core.task.limits.maxLegs
  let best = support
  const binds = () => best.edges.length >= legs - 1
  if (legs < 60 && binds()) {
    for (const times of [2, 4]) {
      const wide = climb(state, best, { legs: legs * times, tries: climbTries, inBatches: true })
      const narrow = shrink(state, wide, legs)
      const again = narrow && climb(state, narrow, { legs, tries: climbTries, inBatches: false })
      if (again?.isWhole === true && isBetter(again, best)) best = again
    }
  }
  const passes = binds() ? ruinPasses.atLimit : ruinPasses.below
  return ruinAndRecreate(state, best, { legs, passes, maxSpent: ruinTries })
}

/** At the leg limit single moves stall early: uses larger ruins and more expensive moves. */
export function polish(state: SearchState, support: Support): Support {
  const legs = state.core.task.limits.maxLegs
  let best = support
  for (let round = 0; round < tokenRounds; round += 1) {
    const other = ruinByToken(state, best, { legs }) ?? redirectLeg(state, best, legs)
    const start = other ?? (round === 0 ? best : undefined)
    if (start === undefined) break
    const climbed = climb(state, start, { legs, tries: climbTries, inBatches: false, extraRemovals })
    best = ruinAndRecreate(state, climbed, {
      legs,
      passes: ruinPasses.atLimit,
      maxSpent: state.spent + ruinTries,
      extraRemovals,
    })
  }
  return best
}

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
    const found = state.without(banned, () =>
      climb(state, ruined, { legs, tries: maxTries, inBatches: false, extraRemovals: spared }),
    )
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
  const around = state.without(banned, () => climb(state, ruined, { legs, tries: maxTokenTries, inBatches: false }))
  return climb(state, around, { legs, tries: maxTokenTries, inBatches: false })
}

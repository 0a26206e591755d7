import { itemAt } from '#domain/item-at'
import { climb } from '#routing/search/climb'
import { redirectLeg } from '#routing/search/moves/redirect'
import { isBetter, type SearchState, type Support } from '#routing/search/support'
import { ruinAndRecreate, ruinByToken } from './ruin.ts'
import { shrink } from './shrink.ts'

/** Maximum number of supports that a climb may value. */
export const climbTries = 400
/** Above this many legs every climb adds in batches, and no other leg limit is tried. */
export const manyLegs = 40
const ruinTries = 4_000
export const extraRemovals = 6
const tokenRounds = 6
const ruinPasses = { atLimit: 30, below: 4 } as const

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
    const climbed = climb(state, start, { legs, tries: climbTries, inBatches: false, extraRemovals: extraRemovals })
    best = ruinAndRecreate(state, climbed, {
      legs,
      passes: ruinPasses.atLimit,
      maxSpent: state.spent + ruinTries,
      extraRemovals: extraRemovals,
    })
  }
  return best
}

import { shrink } from './cap.ts'
import { climb } from './climb.ts'
import { redirected } from './redirect.ts'
import { ruinAndRecreate, ruinByToken } from './ruin.ts'
import { isBetter, type Support, type Work } from './support.ts'

/** Supports that a climb may value. */
export const climbTries = 400
/** Above this many legs every climb adds in batches, and no other limit of legs is tried. */
export const manyLegs = 40
const ruinTries = 4_000
export const spared = 6
const tokenRounds = 6
const ruinPasses = { atLimit: 30, below: 4 } as const

/** The best of several climbs: from every start, in batches, and from a support that was kept narrow at first. */
export function explore(work: Work, first: readonly Support[]): Support {
  const legs = work.core.task.limits.maxLegs
  const isMany = legs > manyLegs
  const start = first[0] as Support
  const seen = new Set<string>()
  let best: Support | undefined
  const consider = (support: Support) => {
    const key = [...support.edges.map(({ index }) => index)].sort((x, y) => x - y).join()
    if (seen.has(key)) return
    seen.add(key)
    if (best === undefined || support.value > best.value) best = support
  }
  for (const support of first) consider(climb(work, support, { legs, tries: climbTries, inBatches: isMany }))
  if (!isMany) consider(climb(work, start, { legs, tries: climbTries, inBatches: true }))
  const narrow = Math.round((best?.edges.length ?? 0) * 0.6)
  if (narrow >= 3 && start.edges.length <= narrow) {
    const small = climb(work, start, { legs: narrow, tries: climbTries / 2, inBatches: false })
    consider(climb(work, small, { legs, tries: climbTries, inBatches: false }))
  }
  return best ?? start
}

/** Where the limit of legs binds: from wider supports back to it; then ruins. */
export function finish(work: Work, support: Support): Support {
  const legs = work.core.task.limits.maxLegs
  let best = support
  const binds = () => best.edges.length >= legs - 1
  if (legs < 60 && binds()) {
    for (const times of [2, 4]) {
      const wide = climb(work, best, { legs: legs * times, tries: climbTries, inBatches: true })
      const narrow = shrink(work, wide, legs)
      const again = narrow && climb(work, narrow, { legs, tries: climbTries, inBatches: false })
      if (again?.isWhole === true && isBetter(again, best)) best = again
    }
  }
  const passes = binds() ? ruinPasses.atLimit : ruinPasses.below
  return ruinAndRecreate(work, best, { legs, passes, end: ruinTries })
}

/** At the limit of legs single moves stick early: larger ruins, and moves that cost more to look at. */
export function polish(work: Work, support: Support): Support {
  const legs = work.core.task.limits.maxLegs
  let best = support
  for (let round = 0; round < tokenRounds; round += 1) {
    const other = ruinByToken(work, best, { legs }) ?? redirected(work, best, legs)
    const start = other ?? (round === 0 ? best : undefined)
    if (start === undefined) break
    const climbed = climb(work, start, { legs, tries: climbTries, inBatches: false, spared })
    best = ruinAndRecreate(work, climbed, { legs, passes: ruinPasses.atLimit, end: work.spent + ruinTries, spared })
  }
  return best
}

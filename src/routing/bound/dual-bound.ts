import { descend } from './descend.ts'
import type { Smoothing } from './smooth-bound.ts'
import { type Spread, spreadPrices } from './spread.ts'
import { type Work, widened } from './work.ts'

/** Softer first, so that Newton does not stick at a kink; not where it begins near the end. */
const deltas = [0.3, 0.1, 0.03]
const finer = [0.1, 0.03]
const mostSteps = 12
const mostRounds = 5
/** Part of the bound that another round has to have taken off for one more. */
const worthARound = 5e-7

export interface Proven {
  readonly work: Work
  /** Before what a route's way takes off. */
  readonly spread: Spread
}

/** The least bound that prices of the core prove, as tokens that matter are taken into it. */
export function lowerBound(start: Work, enough: number): Proven {
  return start.found.proven === undefined
    ? lowered(provenAt(start), { enough, steps: deltas })
    : lowered(provenAt(annealed(start, finer)), { enough, steps: undefined })
}

/** @param steps for a first round over the same tokens, where there has to be one */
function lowered(
  first: Proven,
  { enough, steps }: { readonly enough: number; readonly steps: readonly number[] | undefined },
): Proven {
  let [best, last] = [first, first]
  for (let round = 1; round < mostRounds && best.spread.bound > enough; round += 1) {
    const begins = round === 1 && steps !== undefined
    const work = widened(last.work, last.spread.wanted) ?? (begins ? last.work : undefined)
    if (work === undefined) return best
    const next = provenAt(annealed(work, begins ? steps : finer))
    const gained = last.spread.bound - next.spread.bound
    last = next
    if (next.spread.bound < best.spread.bound) best = next
    if (!begins && gained < worthARound * best.spread.bound) return best
  }
  return best
}

const provenAt = (work: Work): Proven => ({ work, spread: spreadPrices(work) })

/** The same at the prices where the smooth bound of the core is least. */
function annealed(work: Work, steps: readonly number[]): Work {
  const moved = { ...work, prices: work.prices.slice() }
  anneal(moved, steps, { gasPart: 1, legPrice: 0 })
  return moved
}

/** Moves the core's prices to where the smooth bound is least, for one smoothing after the other. */
export function anneal(work: Work, steps: readonly number[], rest: Omit<Smoothing, 'delta'>, most = mostSteps): void {
  const { room, scope, core, prices } = work
  for (const delta of steps) descend(room.descent, scope, core, prices, { delta, ...rest }, most)
}

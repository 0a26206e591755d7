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
  let best: Proven = { work: start, spread: spreadPrices(start) }
  let last = best
  for (let round = 1; round < mostRounds && best.spread.bound > enough; round += 1) {
    const work =
      widened(last.work, last.spread.wanted) ?? (round === 1 ? { ...start, prices: start.prices.slice() } : undefined)
    if (work === undefined) return best
    anneal(work, round === 1 && start.found.proven === undefined ? deltas : finer, { gasPart: 1, legPrice: 0 })
    const next: Proven = { work, spread: spreadPrices(work) }
    const gained = last.spread.bound - next.spread.bound
    last = next
    if (next.spread.bound < best.spread.bound) best = next
    if (round > 1 && gained < worthARound * best.spread.bound) return best
  }
  return best
}

/** Moves the core's prices to where the smooth bound is least, for one smoothing after the other. */
export function anneal(work: Work, steps: readonly number[], rest: Omit<Smoothing, 'delta'>, most = mostSteps): void {
  const { room, scope, core, prices } = work
  for (const delta of steps) descend(room.descent, scope, core, prices, { delta, ...rest }, most)
}

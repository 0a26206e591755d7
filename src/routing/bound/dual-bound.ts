import { descend } from './descend.ts'
import type { Smoothing } from './smooth-bound.ts'
import { type Spread, spreadPrices } from './spread.ts'
import { type Work, widened } from './work.ts'

/** Softer first, so that Newton does not stick at a kink. */
const deltas = [0.3, 0.1, 0.03]
const finer = [0.1, 0.03]
const mostSteps = 12
const mostRounds = 5

export interface Proven {
  readonly work: Work
  /** Before what a route's way takes off. */
  readonly spread: Spread
}

/** The least bound that prices of the core prove, as tokens that matter are taken into it. */
export function lowerBound(start: Work): Proven {
  let work = start
  let best: Proven | undefined
  for (let round = 0; round < mostRounds; round += 1) {
    anneal(work, round === 0 ? deltas : finer, { gasPart: 1, legPrice: 0 })
    const spread = spreadPrices(work)
    if (best === undefined || spread.bound < best.spread.bound) best = { work, spread }
    const next = spread.wanted.length === 0 ? undefined : widened(work, spread.wanted)
    if (next === undefined) return best
    work = next
  }
  return best ?? { work, spread: spreadPrices(work) }
}

/** Moves the core's prices to where the smooth bound is least, for one smoothing after the other. */
export function anneal(work: Work, steps: readonly number[], rest: Omit<Smoothing, 'delta'>, most = mostSteps): void {
  const { room, scope, core, prices } = work
  for (const delta of steps) descend(room.descent, scope, core, prices, { delta, ...rest }, most)
}

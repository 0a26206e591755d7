import { type ExtendedPrices, extendPrices } from './extend-prices.ts'
import { type ProofState, widenCore } from './proof-state.ts'
import type { Smoothing } from './smooth-bound.ts'
import { tightenTuning } from './tuning.ts'

const { deltas, finalDeltas, maxSteps, maxRounds, minRoundGain } = tightenTuning

export interface DualProof {
  readonly work: ProofState
  /** Before the path shortfall is subtracted. */
  readonly spread: ExtendedPrices
}

/** The lowest bound that prices of the core prove, while tokens that matter are added to it. */
export function tightenUpperBound(start: ProofState, enough: number): DualProof {
  return start.found.proven === undefined
    ? tightenInRounds(proveAt(start), { enough, steps: deltas })
    : tightenInRounds(proveAt(annealCopy(start, finalDeltas)), { enough, steps: undefined })
}

/** @param steps for a first round over the same tokens, if one is needed */
function tightenInRounds(
  first: DualProof,
  { enough, steps }: { readonly enough: number; readonly steps: readonly number[] | undefined },
): DualProof {
  let [best, last] = [first, first]
  for (let round = 1; round < maxRounds && best.spread.bound > enough; round += 1) {
    const begins = round === 1 && steps !== undefined
    const work = widenCore(last.work, last.spread.missingTokens) ?? (begins ? last.work : undefined)
    if (work === undefined) return best
    const next = proveAt(annealCopy(work, begins ? steps : finalDeltas))
    const gained = last.spread.bound - next.spread.bound
    last = next
    if (next.spread.bound < best.spread.bound) best = next
    if (!begins && gained < minRoundGain * best.spread.bound) return best
  }
  return best
}

const proveAt = (state: ProofState): DualProof => ({ work: state, spread: extendPrices(state) })

/** A copy of the state at the prices that minimize the core's smooth bound. */
function annealCopy(state: ProofState, steps: readonly number[]): ProofState {
  const moved = { ...state, prices: state.prices.slice() }
  anneal(moved, steps, { gasPart: 1, legPrice: 0 })
  return moved
}

/** Moves the core's prices to the minimum of the smooth bound, for one smoothing after another. */
export function anneal(
  state: ProofState,
  steps: readonly number[],
  { gasPart, legPrice }: Omit<Smoothing, 'delta'>,
  max = maxSteps,
): void {
  const { workspace, scope, core, prices } = state
  for (const delta of steps) workspace.smoothBound.minimize(scope, core, prices, { delta, gasPart, legPrice }, max)
}

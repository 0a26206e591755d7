/** Fees that move with the trade: a larger one may give less for more, as it pays more of all it sells. */
import type { State as CurveState } from '#protocols/curve-stable/state'

const kinds: Readonly<Record<string, (state: unknown) => number>> = {
  'curve-stable': (state) => {
    const { feeE10, offpegE10 = 0n } = state as CurveState
    const most = Math.max(1, Number(offpegE10) / 1e10)
    // far from the peg it is so many times the least one, and its last digit moves by itself
    return offpegE10 === 0n ? 0 : ((most - 1) * Number(feeE10) + 1) / 1e10
  },
}

/** By how much of the output the fee may differ between two trades with a pool, as a part of 1. */
export const movedAtMost = (kind: string, state: unknown): number => kinds[kind]?.(state) ?? 0

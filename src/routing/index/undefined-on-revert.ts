import { SwapError } from '#domain/errors'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'

/**
 * What a pool's own code answers, or `undefined` if its math reverts or leaves the range of amounts. Anyone can create
 * a pool whose state is absurd, by a rate for example: it trades nothing then, and never ends the quotes of others.
 */
export function undefinedOnRevert<T>(work: () => T): T | undefined {
  try {
    return undefinedOnRangeError(work)
  } catch (error) {
    if (error instanceof SwapError && error.code === 'AMOUNT_OUT_OF_RANGE') return undefined
    throw error
  }
}

/** What became of the call that a step was signed for: the one reading for rows, totals, leftovers and retries. */
import type { Conclusion } from '#domain/journal/evidence'

/**
 * - `made`, `reverted`: in a block, by a version of ours, or by the same call of another program with its nonce
 * - `never`: void, cancelled, or its nonce used by something else
 * - `open`: it may still be made, one endpoint alone has reached its block, or how the same call of another program ended is
 *   not known, however final that is
 *
 * Unless the conclusion is final, the chain may still undo the first three.
 */
export type CallOutcome = 'made' | 'reverted' | 'never' | 'open'

type Facts = Pick<Conclusion, 'stage' | 'depth' | 'replacedBy'>

export function callOutcomeOf({ stage, depth, replacedBy }: Facts): CallOutcome {
  if (replacedBy?.sameCall === true) return sameCallOutcomes[replacedBy.status ?? 'unknown']
  switch (stage) {
    case 'mined':
    case 'confirmed':
      // one endpoint alone has reached that block
      return depth === 0 ? 'open' : 'made'
    case 'reverted':
      return 'reverted'
    case 'replaced':
    case 'cancelled':
    case 'void':
      return 'never'
    default:
      return 'open'
  }
}

const sameCallOutcomes = { success: 'made', reverted: 'reverted', unknown: 'open' } as const

/** It can be made no more: reverted, or never made, for good. */
export const hasFailedForGood = (conclusion: Facts & Pick<Conclusion, 'isFinal'>): boolean => {
  const outcome = callOutcomeOf(conclusion)
  return conclusion.isFinal && (outcome === 'reverted' || outcome === 'never')
}

/** Nothing of it will be told otherwise: final, and how it ended is known. */
export const isToldForGood = (conclusion: Facts & Pick<Conclusion, 'isFinal'>): boolean =>
  conclusion.isFinal && callOutcomeOf(conclusion) !== 'open'

import { formatTime } from '#domain/api/plain'
import { type FailureContext, fail, type SwapError } from '#domain/errors'
import type { Seconds } from '#domain/units'

/** A signed order that a service has: it may execute until its deadline, whatever the service says. */
export interface SubmittedOrder {
  readonly quoteId: string
  readonly deadline: Seconds
}

/**
 * The failure of a command that does not see the end of the order: one that invites to try again would sell twice.
 * @param reason without a full stop
 */
export const pendingOrder = (
  { quoteId, deadline }: SubmittedOrder,
  reason: string,
  context: FailureContext = {},
): SwapError => {
  const known = `${reason}, and the order can execute until ${formatTime(deadline)}.`
  return fail('PENDING', { what: 'The order', id: quoteId, known }, context)
}

/**
 * The failure of a swap whose quote was used for an order before. A quote is used before its order leaves this machine,
 * so the order may be filled though no answer ever came: a fresh quote would sell twice.
 */
export const usedForOrder = ({ quoteId, deadline }: SubmittedOrder, now: Seconds): SwapError => {
  const known = `Its quote was used for it before; it ${executionText(deadline, now)}.`
  return fail('PENDING', { what: 'The order', id: quoteId, known }, { sent: true })
}

/** Until when an order that may be with a service can sell, and what to do about it. */
export function executionText(deadline: Seconds, now: Seconds): string {
  const time = formatTime(deadline)
  return now > deadline
    ? `could execute until ${time}: compare your balances before you swap again`
    : `can execute until ${time}: do not swap again before`
}

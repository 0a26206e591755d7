/** Hands a signed order to a service. From then on it may execute until its deadline, whatever the service answers. */
import { isFailure, SwapError } from '#domain/errors'
import type { OrderSubmission } from '#domain/relay/order-terms'
import { pendingOrder } from '#domain/relay/pending-order'
import type { Service } from '#domain/service/service'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Seconds } from '#domain/units'

/**
 * A refusal is the service's word alone: it has the signature, so a refused order is not to be signed again before its
 * deadline either.
 * @throws `PENDING`, whatever fails once the service may have it; what failed before that as it is
 */
export async function submitOrder(
  service: Pick<Service, 'execute'>,
  submission: OrderSubmission,
  deadline: Seconds,
): Promise<SwapRecord> {
  try {
    return await service.execute(submission)
  } catch (error) {
    if (error instanceof SwapError && error.context.sent === false) throw error
    const order = { quoteId: submission.quoteId, deadline }
    const reason = isUnanswered(error) ? 'The service gave no usable answer' : 'The service refused it after it had it'
    throw pendingOrder(order, reason, { cause: error, ...(error instanceof SwapError && { why: error.message }) })
  }
}

/** The record as the service tells it, or the last one if it does not answer. */
export async function getSwapIfAnswered(
  service: Pick<Service, 'getSwap'>,
  id: string,
  last: SwapRecord,
): Promise<SwapRecord> {
  try {
    return await service.getSwap(id)
  } catch (error) {
    if (isUnanswered(error)) return last
    throw error
  }
}

const isUnanswered = (error: unknown): boolean =>
  isFailure(error, 'SERVICE_UNREACHABLE') || isFailure(error, 'SERVICE_ANSWER_NOT_VALID')

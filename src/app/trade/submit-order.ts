/** Hands a signed order to a service. From then on it may execute until its deadline, whatever the service answers. */
import { isFailure } from '#domain/errors'
import type { OrderSubmission } from '#domain/relay/order-terms'
import { pendingOrder } from '#domain/relay/pending-order'
import type { Service } from '#domain/service/service'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Seconds } from '#domain/units'

/** @throws `PENDING` without a usable answer */
export async function submitOrder(
  service: Pick<Service, 'execute'>,
  submission: OrderSubmission,
  deadline: Seconds,
): Promise<SwapRecord> {
  try {
    return await service.execute(submission)
  } catch (error) {
    if (!isUnanswered(error)) throw error
    const order = { quoteId: submission.quoteId, deadline }
    throw pendingOrder(order, 'The service gave no usable answer', { cause: error })
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

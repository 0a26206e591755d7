import type { Clock } from '#domain/clock'
import { isFailure, SwapError } from '#domain/errors'
import type { Service } from '#domain/service/service'

/** A UUID that no quote has. */
const unknownQuoteId = '00000000-0000-4000-8000-000000000000'

/** The store's answer is reused this long: no allowance limits `/readyz`, so it must cost nothing. */
const freshMs = 500

interface StoreCheckContext {
  readonly service: Pick<Service, 'getQuote'>
  readonly clock: Pick<Clock, 'elapsed'>
}

/** True if the store answers now, or did a moment ago: it is read at most twice a second, however many callers. */
export function createStoreCheck({ service, clock }: StoreCheckContext): () => Promise<boolean> {
  let last: { readonly begunAt: number; readonly answers: Promise<boolean> } | undefined
  return () => {
    const now = clock.elapsed()
    if (last === undefined || now - last.begunAt >= freshMs) last = { begunAt: now, answers: storeAnswers(service) }
    return last.answers
  }
}

async function storeAnswers(service: StoreCheckContext['service']): Promise<boolean> {
  try {
    await service.getQuote(unknownQuoteId)
    return true
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return isFailure(error, 'QUOTE_NOT_FOUND')
  }
}

import type { SurveyedMarket } from '#app/quoting/survey'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import type { QuoteTimings } from '#domain/quotes/quote-record'
import type { QuoteId } from '#domain/units'

/** What one request was answered from. */
export interface QuoteEvidence {
  readonly request: AnyQuoteRequest
  /** Of the last survey: a second one reads pools wider. */
  readonly market: Pick<SurveyedMarket, 'snapshot' | 'excludedPools' | 'sell' | 'buy'> | undefined
  /** Absent if it failed. */
  readonly quote?: Quote
  readonly timings?: QuoteTimings
}

/** Is told what quotes are made from. Keeps references only, so it costs a quote nothing. */
export interface QuoteObserver {
  readonly onRequest: (request: AnyQuoteRequest) => void
  readonly onSurvey: (market: SurveyedMarket) => void
  readonly onQuote: (evidence: QuoteEvidence & { readonly quote: Quote }) => void
}

export interface EvidenceKeeper {
  readonly observer: QuoteObserver
  find(id: QuoteId): QuoteEvidence | undefined
  /** Of the last request, whether or not it led to a quote. */
  last(): QuoteEvidence | undefined
}

/** The evidence of the last quotes of this process. A command makes one quote, a swap at most a few. */
export function createEvidenceKeeper(max = 4): EvidenceKeeper {
  const kept = new Map<QuoteId, QuoteEvidence>()
  let last: QuoteEvidence | undefined
  return {
    observer: {
      onRequest: (request) => {
        last = { request, market: undefined }
      },
      onSurvey: (market) => {
        if (last !== undefined) last = { request: last.request, market }
      },
      onQuote: (evidence) => {
        last = evidence
        kept.set(evidence.quote.id, evidence)
        const [oldest] = kept.keys()
        if (kept.size > max && oldest !== undefined) kept.delete(oldest)
      },
    },
    find: (id) => kept.get(id),
    last: () => last,
  }
}

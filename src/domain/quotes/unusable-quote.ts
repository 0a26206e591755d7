import { SwapError } from '#domain/errors'

export type UnusableQuoteError = SwapError<'QUOTE_NOT_FOUND' | 'QUOTE_EXPIRED' | 'QUOTE_CONSUMED'>

const codes: ReadonlySet<string> = new Set<UnusableQuoteError['code']>([
  'QUOTE_NOT_FOUND',
  'QUOTE_EXPIRED',
  'QUOTE_CONSUMED',
])

/** Whether a command failed because its quote is not there, or cannot be used any more; `details.id` names the quote. */
export const isUnusableQuote = (error: unknown): error is UnusableQuoteError =>
  error instanceof SwapError && codes.has(error.code)

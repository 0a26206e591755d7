import { checkSender } from '#app/trade/checks/guards'
import { requireUnusedQuote } from '#app/trade/swap-parts/quotes'
import type { SwapContext } from '#app/trade/swap-parts/run'
import type { Quote } from '#domain/quotes/quote'
import type { Address } from '#domain/units'

/**
 * A quote to approve for: an approval for one that cannot be swapped any more would only cost gas, and leave an allowance
 * behind.
 * @param reference `last`, the quote's id, or its first characters
 * @throws `QUOTE_NOT_FOUND`, `QUOTE_AMBIGUOUS`, `ACCOUNT_DIFFERS`; as `requireUnusedQuote` does
 */
export async function fetchQuoteToApprove(
  { service, clock }: Pick<SwapContext, 'service' | 'clock'>,
  reference: string,
  owner: Address,
): Promise<Quote> {
  const quote = requireUnusedQuote(await service.getQuote(reference), clock.now())
  checkSender(quote, owner)
  return quote
}

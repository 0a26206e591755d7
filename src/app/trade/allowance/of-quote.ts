import { isForeign } from '#app/trade/checks/fair-quote'
import { checkMaxInput, checkSender, requireMaxInput } from '#app/trade/checks/guards'
import { requireUnusedQuote } from '#app/trade/swap-parts/quotes'
import type { SwapContext } from '#app/trade/swap-parts/run'
import type { Quote } from '#domain/quotes/quote'
import type { QuoteToApprove } from '#domain/trade/allowances'
import type { Address } from '#domain/units'

/**
 * A quote to approve for: an approval for one that cannot be swapped any more would only cost gas, and leave an allowance
 * behind. What it sells is what is approved, so of a service's quote for an exact output the user's limit is needed here too.
 * @throws `QUOTE_NOT_FOUND`, `QUOTE_AMBIGUOUS`, `ACCOUNT_DIFFERS`, `SERVICE_CANNOT`, `ABOVE_MAX_IN`; as `requireUnusedQuote`
 *   does
 */
export async function fetchQuoteToApprove(
  context: Pick<SwapContext, 'service' | 'clock' | 'isServiceRemote'>,
  wanted: QuoteToApprove,
  owner: Address,
): Promise<Quote> {
  const quote = requireUnusedQuote(await context.service.getQuote(wanted.quoteId), context.clock.now())
  checkSender(quote, owner)
  if (isForeign(context, quote)) requireMaxInput(quote, wanted)
  checkMaxInput(quote, wanted)
  return quote
}

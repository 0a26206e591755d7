import { toPlannedTrade } from '#app/policy/planned-trade'
import { isForeign, requireFairQuote } from '#app/trade/checks/fair-quote'
import { checkRequote, checkSender, requireMaxInput } from '#app/trade/checks/guards'
import { requireNewQuote } from '#app/trade/checks/used-here'
import type { Run, SwapContext } from '#app/trade/swap-parts/run'
import {
  type AnyQuoteRequest,
  getQuoteState,
  isOldQuote,
  type Quote,
  requireLiveQuote,
  type StoredQuote,
} from '#domain/quotes/quote'
import { usedForOrder } from '#domain/relay/pending-order'
import type { Signer } from '#domain/trade/accounts'
import type { Address, Seconds } from '#domain/units'

/**
 * The quote of a request, or a stored one, checked against the user's limits.
 * @param sender whose swap it is; anybody's if absent
 * @throws `PENDING` for a gasless quote that was used: its order may have been filled
 */
export async function fetchFirstQuote(
  context: SwapContext,
  { request, dialogue, signer }: Pick<Run, 'request' | 'dialogue'> & { readonly signer: Signer | undefined },
  sender: Address | undefined,
): Promise<Quote> {
  dialogue.tell({ what: 'quoting' })
  // before its state is asked for: that it was used would be told by the swap that used it
  if ('id' in request.quote && request.quote.isNew === true) await requireNewQuote(context, request.quote.id)
  const found =
    'id' in request.quote
      ? requireUnusedQuote(await context.service.getQuote(request.quote.id), context.clock.now())
      : await context.service.quote(request.quote.request)
  if (!('id' in request.quote)) await requireNewQuote(context, found.id)
  if (sender !== undefined) checkSender(found, sender)
  if (isForeign(context, found)) requireMaxInput(found, request.guards)
  await signer?.requireAllowed(toPlannedTrade(found))
  const quote = await requireFairQuote(context, found, request)
  dialogue.tell({ what: 'quoted', quote, again: false })
  return quote
}

/** @throws `PENDING` for a gasless quote that was used; as `requireLiveQuote` otherwise */
export function requireUnusedQuote(stored: StoredQuote, now: Seconds): Quote {
  const { id, gasless } = stored.quote
  if (gasless !== undefined && getQuoteState(stored, now) === 'consumed')
    throw usedForOrder({ quoteId: id, deadline: gasless.deadline }, stored.readAt ?? now)
  return requireLiveQuote(stored, now)
}

/** The trade to request again: absent if the swap is by this very quote. */
const requestAgain = ({ quote, requote }: Run['request']): AnyQuoteRequest | undefined =>
  requote !== 'never' && 'request' in quote ? quote.request : undefined

/**
 * Signs no approval for a quote that is not requested again and was used or expired since: it may have waited for the user,
 * for a lock, and for the first of two transactions.
 */
export function whileUsable(context: SwapContext, run: Run, { id }: Quote): Run {
  if (requestAgain(run.request) !== undefined) return run
  const { dialogue } = run
  const beforeSigning = async () => {
    await dialogue.beforeSigning?.()
    requireUnusedQuote(await context.service.getQuote(id), context.clock.now())
  }
  return { ...run, dialogue: { ...dialogue, beforeSigning } }
}

/** Requests a stale quote again; the new one is never worse than the accepted one. */
export async function refreshQuote(context: SwapContext, run: Run, quote: Quote, force = false): Promise<Quote> {
  const { request, dialogue } = run
  const mustRefresh = force || isOldQuote(quote, context.clock.now())
  const question = requestAgain(request)
  if (!mustRefresh || question === undefined) return quote
  dialogue.tell({ what: 'quoting' })
  const found = await context.service.quote(question)
  await requireNewQuote(context, found.id)
  checkRequote(quote, found)
  const fresh = await requireFairQuote(context, found, request)
  dialogue.tell({ what: 'quoted', quote: fresh, again: true })
  return fresh
}

/** The quote behind an order: of a swap on one network, or of one to another. */

import { isCrossing } from '#app/trade/signed-order'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Relay } from '#domain/relay/relay'
import type { Token } from '#domain/token'
import type { RelayContext } from './context.ts'

type Quotes = Pick<RelayContext, 'quotes' | 'crossQuotes'>

/** @throws `QUOTE_NOT_FOUND` */
async function findCrossQuote({ crossQuotes }: Quotes, { quoteId: id }: Pick<Relay, 'quoteId'>): Promise<CrossQuote> {
  const stored = await crossQuotes.find(id)
  if (stored === undefined) throw fail('QUOTE_NOT_FOUND', { id })
  return stored.quote
}

/** The token that a missed minimum on the source is of: what is bought, or the bridge's asset. @throws `QUOTE_NOT_FOUND` */
export async function quotedToken(quotes: Quotes, relay: Pick<Relay, 'quoteId' | 'data'>): Promise<Token> {
  if (isCrossing(relay.data)) return (await findCrossQuote(quotes, relay)).bridge.asset
  return (await quotes.quotes.get(relay.quoteId)).quote.buy
}

/** The source's block when the order was quoted. @throws `QUOTE_NOT_FOUND` */
export async function quotedBlock(quotes: Quotes, relay: Pick<Relay, 'quoteId' | 'data'>): Promise<number> {
  if (isCrossing(relay.data)) return (await findCrossQuote(quotes, relay)).gasless?.block ?? 0
  return (await quotes.quotes.get(relay.quoteId)).quote.block.number
}

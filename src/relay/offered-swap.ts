/** A gasless quote on one network, as its order is accepted. */
import { requireDeployedRouter } from '#app/deployed-contracts'
import type { Chain } from '#domain/chain/port'
import { type Quote, requireLiveQuote, type StoredQuote } from '#domain/quotes/quote'
import type { GaslessTerms } from '#domain/relay/order-terms'
import type { Hex } from '#domain/units'
import { keccak } from '#encoding/keccak'
import { checkOrder } from '#encoding/order/check'
import type { CheckedOrder, OfferedOrder } from './accept.ts'
import type { RelayContext } from './context.ts'
import { encodeFill, orderOf } from './fill.ts'
import { swapGasOf } from './price.ts'
import { createRecord } from './record.ts'

/** @throws `QUOTE_NOT_FOUND` */
export async function findOfferedSwap(context: RelayContext, quoteId: string): Promise<OfferedOrder> {
  const stored = await context.quotes.get(quoteId)
  const { quote } = stored
  const { id, request, sell, gasless } = quote
  return {
    ...{ id, request, sell, gasless },
    requireLive: (signature) => requireLive(context, stored, keccak(signature)),
    check: (chain, terms) => checkQuotedOrder(context, chain, quote, terms),
    toRecord: (draft) => createRecord(quote, draft),
  }
}

/** A client over this very store consumes the quote before it submits the order: for that order it is still live. */
async function requireLive(
  { quotes, clock }: RelayContext,
  stored: StoredQuote,
  signatureHash: Hex,
): Promise<Hex | undefined> {
  const { quote, consumedAt } = stored
  const isHeld =
    consumedAt !== undefined && (await quotes.findByPayload(signatureHash)).some(({ quote: { id } }) => id === quote.id)
  requireLiveQuote(isHeld ? { ...stored, consumedAt: undefined } : stored, clock.now())
  return isHeld ? signatureHash : undefined
}

async function checkQuotedOrder(
  { contracts, clock }: RelayContext,
  chain: Chain,
  quote: Quote,
  terms: GaslessTerms,
): Promise<CheckedOrder> {
  await requireDeployedRouter(contracts, chain)
  const order = orderOf(quote)
  const parties = { from: quote.request.from, to: quote.request.to }
  const { minimumOut, router: spender, buy: bought } = quote
  const expected = { quote, parties, minimumOut, maxSwapFee: terms.swapFee, now: clock.now() }
  const digest = checkOrder({ ...expected, deadlineWithin: [1, 900] }, order)
  return {
    ...{ typedData: order, digest, spender, takesPermit: true, bought },
    encode: (parts) => encodeFill(quote, parts),
    gas: swapGasOf(chain, quote, terms),
  }
}

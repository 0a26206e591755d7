/** A gasless quote of a swap to another network, as its order is accepted. */
import { checkCrossRecipient, checkCrossTerms, paymentSeconds } from '#app/crossing/check-terms'
import { buildCrossOrder, buildSignedCrossOrder } from '#app/crossing/order'
import { requireOurCrossing } from '#app/crossing/our-contracts'
import type { Chain } from '#domain/chain/port'
import { requireModestBridgeCost } from '#domain/crossing/bridge-cost'
import { permit2, toPermit2TypedData } from '#domain/crossing/cross-order'
import { type CrossGaslessTerms, type CrossQuote, requireLiveCrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { orderLifeSeconds } from '#domain/relay/order-terms'
import { checkCrossOrder } from '#encoding/crossing/check'
import type { CheckedOrder, OfferedOrder } from './accept.ts'
import type { RelayContext } from './context.ts'
import { encodeCrossFill } from './fill.ts'
import { crossingGasOf } from './price.ts'
import { createCrossRecord } from './record.ts'

/** @throws `QUOTE_NOT_FOUND` */
export async function findOfferedCrossing(context: RelayContext, quoteId: string): Promise<OfferedOrder> {
  const stored = await context.crossQuotes.find(quoteId)
  if (stored === undefined) throw fail('QUOTE_NOT_FOUND', { id: quoteId })
  const { quote } = stored
  const { id, request, sell, gasless } = quote
  return {
    ...{ id, request, sell, gasless },
    requireLive: async () => {
      requireLiveCrossQuote(stored, context.clock.now())
      return undefined
    },
    check: async (chain) => {
      if (gasless === undefined) throw fail('INTERNAL', { reason: `quote ${id} has no order` })
      return checkQuotedOrder(context, chain, quote, gasless)
    },
    toRecord: (draft) => createCrossRecord(quote, draft),
  }
}

/**
 * Networks, contracts and bridge by our own tables, the code of our contracts on both networks, then the order against the
 * quote, field by field.
 * @throws `PAYLOAD_MISMATCH`, `ROUTER_NOT_DEPLOYED`, `ROUTER_NOT_TRUSTED`, `CROSS_CHAIN_NOT_AVAILABLE`
 */
async function checkQuotedOrder(
  context: RelayContext,
  chain: Chain,
  quote: CrossQuote,
  terms: CrossGaslessTerms,
): Promise<CheckedOrder> {
  const { request, minimumOut, calls, chainId, crossing, createdAt } = quote
  checkCrossTerms(context, quote)
  requireModestBridgeCost(quote)
  const destination = await context.chain(request.toNetwork)
  checkCrossRecipient(destination.network, request, [quote.bridge.route])
  if (quote.bridge.value !== 0n)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
      reason: 'Its bridge is paid in native currency, which an order has not.',
    })
  await requireOurCrossing(chain, destination, quote.bridge.route)
  const order = buildSignedCrossOrder(quote, terms)
  const agreed = { from: request.from, to: request.to, minimumOut, now: createdAt, deadlineSeconds: orderLifeSeconds }
  const now = context.clock.now()
  const digest = checkCrossOrder(
    {
      ...{ chainId, crossing, order: buildCrossOrder(quote, agreed), maxSwapFee: terms.swapFee, now },
      ...{ deadlineWithin: [1, 900], toDeadlineWithin: [paymentSeconds / 2, paymentSeconds] },
      ...{ route: calls.route, there: calls.arrival, permit: undefined, messageFee: 0n },
    },
    order,
    terms.by,
  )
  const byPermit2 = terms.by === 'permit2'
  return {
    ...{ typedData: byPermit2 ? toPermit2TypedData(order) : order, digest },
    ...{ spender: byPermit2 ? permit2 : crossing, takesPermit: !byPermit2, bought: quote.bridge.asset },
    encode: (parts) => encodeCrossFill(quote, terms, parts),
    gas: crossingGasOf(chain, quote, terms),
  }
}

import { type CrossOrder, type CrossTypedData, toCrossTypedData } from '#domain/crossing/cross-order'
import type { CrossGaslessTerms, CrossQuote } from '#domain/crossing/cross-quote'
import type { Address, Amount, Seconds } from '#domain/units'
import { computeArrivalHash } from '#encoding/crossing/call'

export interface CrossOrderTerms {
  readonly from: Address
  readonly to: Address
  readonly minimumOut: Amount
  readonly now: Seconds
  /** Seconds from `now` until it is void on the source chain. */
  readonly deadlineSeconds: number
}

/** What a quote's transaction says: the whole agreement, as the crossing contract reads it. */
export function buildCrossOrder(
  quote: CrossQuote,
  { from, to, minimumOut, now, deadlineSeconds }: CrossOrderTerms,
): CrossOrder {
  const { request, bridge, calls } = quote
  return {
    sender: from,
    recipient: to,
    refundTo: from,
    fromAsset: request.sell,
    amountIn: String(request.sellAmount),
    swapFee: '0',
    router: quote.router,
    bridge: bridge.route.contract,
    bridgeAsset: bridge.asset.address,
    bridgeAmountMin: String(bridge.depositedMin),
    ...bridge.terms,
    toNetwork: String(quote.toChainId),
    receiver: calls.receiver === 'crossing' ? quote.toCrossing : to,
    toRouter: quote.toRouter,
    toBridgeAsset: bridge.toAsset.address,
    toAsset: request.buy,
    amountOutMin: String(minimumOut),
    arrivalHash: computeArrivalHash(calls.arrival),
    deadline: String(now + deadlineSeconds),
    toDeadline: String(now + quote.paymentSeconds),
    nonce: '0',
  }
}

/**
 * What the sender of a gasless quote signs: always the same for a quote, as its moments are counted from the quote's own.
 * Permit2's form is made from it.
 */
export function buildSignedCrossOrder(quote: CrossQuote, terms: CrossGaslessTerms): CrossTypedData {
  const { request, createdAt, minimumOut } = quote
  const { swapFee, nonce, deadline } = terms
  const deadlineSeconds = deadline - createdAt
  const order = buildCrossOrder(quote, {
    ...{ from: request.from, to: request.to, minimumOut, now: createdAt, deadlineSeconds },
  })
  const amountIn = String(request.sellAmount - swapFee)
  const own = { amountIn, swapFee: String(swapFee), nonce: String(nonce) }
  return toCrossTypedData(quote.chainId, quote.crossing, { ...order, ...own })
}

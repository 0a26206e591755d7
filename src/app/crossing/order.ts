import type { CrossOrder } from '#domain/crossing/cross-order'
import type { CrossQuote } from '#domain/crossing/cross-quote'
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

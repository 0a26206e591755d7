import { type Checksum, fractionText } from '#domain/api/plain'
import type { Quote, QuoteRequest, QuoteState } from '#domain/quote'

/** What is kept of how a quote came about. Pools that were left out are not kept, only how many were looked at. */
export function debugBody(quote: Quote, state: QuoteState, checksum: Checksum) {
  const { route } = quote
  const used = new Map(route.legs.map(({ pool }) => [pool.address, pool]))
  const gasCost = route.gasInTokenOut
  return {
    quoteId: quote.id,
    state,
    request: requestBody(quote.request, checksum),
    blockNumber: String(quote.block.number),
    poolsSeen: quote.poolsSeen,
    pools: [...used.values()].map(({ address, venue }) => ({
      source: venue.name,
      address: checksum(address),
      used: true,
      reason: null,
    })),
    candidates: [
      {
        amountOut: String(route.amountOut),
        gasLimit: String(quote.gasLimit),
        ...(gasCost === undefined ? {} : { netAmountOut: String(route.amountOut - gasCost) }),
      },
      ...(route.bestSinglePool === undefined ? [] : [{ amountOut: String(route.bestSinglePool) }]),
    ],
    simulation: null,
  }
}

function requestBody(request: QuoteRequest, checksum: Checksum) {
  const { affiliate, gasPrice } = request
  return {
    network: request.network,
    fromTokenAddress: checksum(request.sell),
    toTokenAddress: checksum(request.buy),
    sellAmount: String(request.sellAmount),
    slippage: fractionText(request.slippage),
    fromAddress: checksum(request.from),
    toAddress: checksum(request.to),
    maxHops: request.maxHops,
    maxSplits: request.maxSplits,
    maxLegs: request.maxLegs,
    liquiditySources: request.include,
    excluded: request.exclude,
    ...(gasPrice === undefined ? {} : { gasPrice: String(gasPrice) }),
    ...(affiliate === undefined
      ? {}
      : { affiliateAddress: checksum(affiliate.address), affiliateFee: fractionText(affiliate.fee) }),
  }
}

import { type SwapTypedData, toSwapTypedData } from '#domain/api/typed-data'
import type { Quote } from '#domain/quotes/quote'
import { orderLifeSeconds } from '#domain/relay/order-terms'
import { amount, seconds } from '#domain/units'

/**
 * The order of a quote. Only that of a gasless quote has a relayer that would submit it; any other has no fee for one,
 * and the quote's own id as its nonce.
 */
export function toOrder(quote: Quote, checksum: (address: string) => string): SwapTypedData {
  const { request, affiliateFee, gasless } = quote
  const { affiliate } = request
  return toSwapTypedData({
    chainId: quote.chainId,
    router: checksum(quote.router),
    sender: checksum(request.from),
    recipient: checksum(request.to),
    fromAsset: checksum(request.sell),
    toAsset: checksum(request.buy),
    deadline: gasless?.deadline ?? seconds(quote.createdAt + orderLifeSeconds),
    amountOutMin: quote.minimumOut,
    sellAmount: request.sellAmount,
    swapFee: gasless?.swapFee ?? amount(0n),
    affiliate: affiliate === undefined ? undefined : { address: checksum(affiliate.address), fee: affiliateFee },
    nonce: gasless?.nonce ?? BigInt(`0x${quote.id.replaceAll('-', '')}`),
  })
}

/** The HTTP API's quote: one body that holds the newer and the older form. */
import { type Checksum, fractionText, isoTime, nativeDecimals, usdText } from '#domain/api/plain'
import { swapTypedData } from '#domain/api/typed-data'
import type { Quote } from '#domain/quote'
import type { Optimality } from '#domain/route'
import { amount, nativeToken, seconds } from '#domain/units'

/** The signed order of a quote is void after this long. */
const orderLife = 600

export function apiQuote(quote: Quote, checksum: Checksum) {
  const { request, route } = quote
  const amountOut = String(route.amountOut)
  const { types, domain, message } = orderOf(quote, checksum)
  return {
    id: quote.id,
    'quote-id': quote.id,
    amountOut,
    toTokenAmount: amountOut,
    amountOutMin: String(quote.minimumOut),
    targetAddress: checksum(quote.router),
    fees: feesOf(quote, checksum),
    resourceEstimate: { gasLimit: String(quote.gasLimit) },
    typedData: { types, domain, message },
    message,
    network: request.network,
    sellAmount: String(request.sellAmount),
    priceImpact: quote.priceImpact === undefined ? null : fractionText(quote.priceImpact),
    fromAmountUsd: usdText(request.sellAmount, quote.sell.decimals, quote.usd.sell) ?? null,
    toAmountUsd: usdText(route.amountOut, quote.buy.decimals, quote.usd.buy) ?? null,
    blockNumber: String(quote.block.number),
    createdAt: isoTime(quote.createdAt),
    expiresAt: isoTime(quote.expiresAt),
    issues: issuesOf(quote, checksum),
    ...(route.optimality === undefined ? {} : { optimality: optimalityOf(route.optimality) }),
    warnings: quote.warnings.map(({ message: text }) => text),
  }
}

const optimalityOf = ({ upperBound, gapPpm, boundBy, leastInput: least }: Optimality) => ({
  upperBound: String(upperBound),
  gapPpm,
  boundBy,
  ...(least === undefined ? {} : { leastInput: { ...least, lowerBound: String(least.lowerBound) } }),
})

/** `gas` is always first, and its value always a plain decimal. */
function feesOf(quote: Quote, checksum: Checksum) {
  const gasCost = quote.route.gas * quote.gasPrice
  const gas = {
    type: 'gas',
    value: usdText(gasCost, nativeDecimals, quote.usd.native) ?? '0',
    amount: String(gasCost),
    token: nativeToken,
  }
  if (quote.affiliateFee === 0n) return [gas]
  const affiliate = {
    type: 'affiliate',
    value: usdText(quote.affiliateFee, quote.sell.decimals, quote.usd.sell) ?? '0',
    amount: String(quote.affiliateFee),
    token: checksum(quote.sell.address),
  }
  return [gas, affiliate]
}

/** The order a wallet would sign for a gasless swap; void after {@link orderLife}. */
function orderOf(quote: Quote, checksum: Checksum) {
  const { request, affiliateFee } = quote
  const { affiliate } = request
  return swapTypedData({
    chainId: quote.chainId,
    router: checksum(quote.router),
    sender: checksum(request.from),
    recipient: checksum(request.to),
    fromAsset: checksum(request.sell),
    toAsset: checksum(request.buy),
    deadline: seconds(quote.createdAt + orderLife),
    amountOutMin: quote.minimumOut,
    sellAmount: request.sellAmount,
    swapFee: amount(0n),
    affiliate: affiliate === undefined ? undefined : { address: checksum(affiliate.address), fee: affiliateFee },
    nonce: BigInt(`0x${quote.id.replaceAll('-', '')}`),
  })
}

function issuesOf(quote: Quote, checksum: Checksum) {
  if (quote.issues === undefined) return null
  const { allowance, balance } = quote.issues
  return {
    allowance:
      allowance === undefined
        ? null
        : { actual: String(allowance.actual), required: String(allowance.required), spender: checksum(quote.router) },
    balance:
      balance === undefined
        ? null
        : { token: checksum(quote.request.sell), actual: String(balance.actual), required: String(balance.required) },
    simulationIncomplete: allowance !== undefined || balance !== undefined,
  }
}

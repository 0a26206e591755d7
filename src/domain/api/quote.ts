/** The HTTP API's quote: one body with both the newer and the older form. */
import { toOrder } from '#domain/api/order'
import { toApiPermit } from '#domain/api/permit'
import { type Checksum, formatFraction, formatTime, formatUsd, nativeDecimals } from '#domain/api/plain'
import type { Quote } from '#domain/quotes/quote'
import type { Optimality } from '#domain/quotes/route'
import { type Amount, nativeToken } from '#domain/units'

export function toApiQuote(quote: Quote, checksum: Checksum) {
  const { request, route } = quote
  const amountOut = String(route.amountOut)
  const { types, domain, message } = toOrder(quote, checksum)
  return {
    id: quote.id,
    'quote-id': quote.id,
    amountOut,
    toTokenAmount: amountOut,
    amountOutMin: String(quote.minimumOut),
    targetAddress: checksum(quote.router),
    fees: toApiFees(quote, checksum),
    resourceEstimate: { gasLimit: String(quote.gasLimit) },
    typedData: { types, domain, message },
    message,
    ...(quote.gasless === undefined ? {} : { gasless: true, permit: toApiPermit(quote.gasless.permit, checksum) }),
    network: request.network,
    sellAmount: String(request.sellAmount),
    priceImpact: quote.priceImpact === undefined ? null : formatFraction(quote.priceImpact),
    fromAmountUsd: formatUsd(request.sellAmount, quote.sell.decimals, quote.usd.sell) ?? null,
    toAmountUsd: formatUsd(route.amountOut, quote.buy.decimals, quote.usd.buy) ?? null,
    blockNumber: String(quote.block.number),
    createdAt: formatTime(quote.createdAt),
    expiresAt: formatTime(quote.expiresAt),
    issues: toApiIssues(quote, checksum),
    ...(route.optimality === undefined ? {} : { optimality: toApiOptimality(route.optimality) }),
    warnings: quote.warnings.map(({ message: text }) => text),
  }
}

const toApiOptimality = ({ upperBound, gapPpm, boundBy, minInput: min }: Optimality) => ({
  upperBound: String(upperBound),
  gapPpm,
  boundBy,
  ...(min === undefined ? {} : { minInput: { ...min, lowerBound: String(min.lowerBound) } }),
})

/**
 * `gas` is always first, and its value always a plain decimal; `l1` follows where bytes are charged besides gas. Of a
 * gasless quote the relayer pays both, and takes its own fee from the input.
 */
function toApiFees(quote: Quote, checksum: Checksum) {
  const { l1Fee } = quote
  const ofNative = (type: string, cost: bigint) => ({
    type,
    value: formatUsd(cost, nativeDecimals, quote.usd.native) ?? '0',
    amount: String(cost),
    token: nativeToken,
  })
  const gas = ofNative('gas', quote.route.gas * quote.gasPrice)
  const ofChain = l1Fee === undefined ? [gas] : [gas, ofNative('l1', l1Fee)]
  const ofSold = (type: string, fee: Amount) => ({
    type,
    value: formatUsd(fee, quote.sell.decimals, quote.usd.sell) ?? '0',
    amount: String(fee),
    token: checksum(quote.sell.address),
  })
  return [
    ...ofChain,
    ...(quote.affiliateFee === 0n ? [] : [ofSold('affiliate', quote.affiliateFee)]),
    ...(quote.gasless === undefined ? [] : [ofSold('relayer', quote.gasless.swapFee)]),
  ]
}

function toApiIssues(quote: Quote, checksum: Checksum) {
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

/** The HTTP API's quote: one body with both the newer and the older form. */
import { type Checksum, formatFraction, formatTime, formatUsd, nativeDecimals } from '#domain/api/plain'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Quote } from '#domain/quotes/quote'
import type { Optimality } from '#domain/quotes/route'
import { amount, nativeToken, seconds } from '#domain/units'

/** The signed order of a quote is void after this long. */
const orderLifeSeconds = 600

export function toApiQuote(quote: Quote, checksum: Checksum) {
  const { request, route } = quote
  const amountOut = String(route.amountOut)
  const { types, domain, message } = toTypedOrder(quote, checksum)
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

/** `gas` is always first, and its value always a plain decimal; `l1` follows where bytes are charged besides gas. */
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
  if (quote.affiliateFee === 0n) return ofChain
  const affiliate = {
    type: 'affiliate',
    value: formatUsd(quote.affiliateFee, quote.sell.decimals, quote.usd.sell) ?? '0',
    amount: String(quote.affiliateFee),
    token: checksum(quote.sell.address),
  }
  return [...ofChain, affiliate]
}

/** The order a wallet would sign for a gasless swap; void after {@link orderLifeSeconds}. */
function toTypedOrder(quote: Quote, checksum: Checksum) {
  const { request, affiliateFee } = quote
  const { affiliate } = request
  return toSwapTypedData({
    chainId: quote.chainId,
    router: checksum(quote.router),
    sender: checksum(request.from),
    recipient: checksum(request.to),
    fromAsset: checksum(request.sell),
    toAsset: checksum(request.buy),
    deadline: seconds(quote.createdAt + orderLifeSeconds),
    amountOutMin: quote.minimumOut,
    sellAmount: request.sellAmount,
    swapFee: amount(0n),
    affiliate: affiliate === undefined ? undefined : { address: checksum(affiliate.address), fee: affiliateFee },
    nonce: BigInt(`0x${quote.id.replaceAll('-', '')}`),
  })
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

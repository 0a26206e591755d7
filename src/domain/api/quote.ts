/** The HTTP API's quote: one body that holds the newer and the older form. */
import { type Checksum, fractionText, isoTime, usdText } from '#domain/api/plain'
import type { Quote } from '#domain/quote'
import { nativeToken, seconds } from '#domain/units'

/** Of every EVM network: gas is counted in 10^-18 of the coin. */
const nativeDecimals = 18

/** The signed order of a quote is void after this long. */
const orderLife = 600

const swapType = [
  ['router', 'address'],
  ['sender', 'address'],
  ['recipient', 'address'],
  ['fromAsset', 'address'],
  ['toAsset', 'address'],
  ['deadline', 'uint256'],
  ['amountOutMin', 'uint256'],
  ['swapFee', 'uint256'],
  ['amountIn', 'uint256'],
  ['affiliate', 'address'],
  ['affiliateFee', 'uint256'],
  ['nonce', 'uint256'],
].map(([name, type]) => ({ name, type }))

export function apiQuote(quote: Quote, checksum: Checksum) {
  const { request, route } = quote
  const amountOut = String(route.amountOut)
  const message = messageOf(quote, checksum)
  return {
    id: quote.id,
    'quote-id': quote.id,
    amountOut,
    toTokenAmount: amountOut,
    amountOutMin: String(quote.minimumOut),
    targetAddress: checksum(quote.router),
    fees: feesOf(quote, checksum),
    resourceEstimate: { gasLimit: String(quote.gasLimit) },
    typedData: {
      types: { Swap: swapType },
      domain: {
        name: 'Swapline Router',
        version: '1',
        // A number: with a text some signers leave it out of the domain and sign something else.
        chainId: quote.chainId,
        verifyingContract: checksum(quote.router),
      },
      message,
    },
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
    warnings: quote.warnings.map(({ message: text }) => text),
  }
}

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

function messageOf(quote: Quote, checksum: Checksum) {
  const { request } = quote
  return {
    router: checksum(quote.router),
    sender: checksum(request.from),
    recipient: checksum(request.to),
    fromAsset: checksum(request.sell),
    toAsset: checksum(request.buy),
    deadline: String(seconds(quote.createdAt + orderLife)),
    amountOutMin: String(quote.minimumOut),
    swapFee: '0',
    amountIn: String(request.sellAmount - quote.affiliateFee),
    affiliate: checksum(request.affiliate?.address ?? nativeToken),
    affiliateFee: String(quote.affiliateFee),
    nonce: String(BigInt(`0x${quote.id.replaceAll('-', '')}`)),
  }
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

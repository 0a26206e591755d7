import { amountView } from '#cli/views/amount'
import { distributionView } from '#cli/views/quote/distribution'
import { bpsOver } from '#cli/views/trade/intent'
import { formatTime, formatUsd } from '#domain/api/plain'
import { formatDecimal } from '#domain/format-decimal'
import { deployCommand, isFromService, type Quote, type QuoteState, type Shortfall } from '#domain/quotes/quote'
import { nativeToken } from '#domain/units'
import { findNetwork } from '#networks/find'
import { checksum } from '#text/checksum'

/** A quote as JSON shows it. */
export function quoteView(quote: Quote, state: QuoteState) {
  const { request, route, sell, buy } = quote
  return {
    id: quote.id,
    state,
    createdAt: formatTime(quote.createdAt),
    expiresAt: formatTime(quote.expiresAt),
    network: request.network,
    chainId: quote.chainId,
    block: { number: quote.block.number, hash: quote.block.hash, time: formatTime(quote.block.time) },
    sell: amountView(request.sellAmount, sell),
    buy: amountView(route.amountOut, buy),
    wanted: request.buyAmount === undefined ? null : amountView(request.buyAmount, buy),
    minBuy: amountView(quote.minimumOut, buy),
    slippagePpm: request.slippage,
    recentMoves: toMovesView(request),
    optimizeFor: request.optimizeFor ?? 'netOutput',
    fromAddress: checksum(request.from),
    toAddress: checksum(request.to),
    targetAddress: checksum(quote.router),
    fees: feesOf(quote),
    resourceEstimate: resourcesOf(quote),
    rate: ratesOf(quote),
    priceImpactBps: quote.priceImpact === undefined ? null : Math.round(quote.priceImpact / 100),
    maxSandwich: quote.maxSandwich === undefined ? null : amountView(quote.maxSandwich, sell),
    approval: approvalOf(quote),
    issues: issuesOf(quote),
    baseline: {
      bestSinglePool: route.bestSinglePool === undefined ? null : amountView(route.bestSinglePool, buy),
      gainBps: route.bestSinglePool === undefined ? null : bpsOver(route.amountOut, route.bestSinglePool),
    },
    optimality: optimalityOf(quote),
    poolsSeen: quote.poolsSeen,
    router: routerOf(quote),
    route: distributionView(quote),
  }
}

/** A service tells a limit and a cost, but not the gas. */
const resourcesOf = (quote: Quote) => ({
  expectedGas: isFromService(quote) ? null : String(quote.route.gas),
  gasLimit: String(quote.gasLimit),
})

const routerOf = ({ priceOnly = false, request: { network } }: Quote) => ({
  deployed: !priceOnly,
  next: priceOnly ? deployCommand(network) : null,
})

function optimalityOf({ route: { optimality }, sell, buy }: Quote) {
  if (optimality === undefined) return null
  const { upperBound, gapPpm, boundBy, minInput: min } = optimality
  const minInput = min === undefined ? null : { ...min, lowerBound: amountView(min.lowerBound, sell) }
  return { upperBound: amountView(upperBound, buy), gapPpm, boundBy, minInput }
}

/** In the native currency; where there is none, in the token that usually pays for gas, rounded up to its smallest unit. */
function feesOf({ request, route, gasPrice, l1Fee, usd, affiliateFee, sell }: Quote) {
  const feeToken = findNetwork(request.network).entry?.feeToken
  const unit = feeToken === undefined ? 1n : 10n ** BigInt(18 - feeToken.decimals)
  const ofNative = (type: string, wei: bigint) => {
    const valueUsd = formatUsd(wei, 18, usd.native) ?? null
    const amount = String((wei + unit - 1n) / unit)
    return { type, amount, token: feeToken === undefined ? nativeToken : checksum(feeToken.address), valueUsd }
  }
  const ofChain = [ofNative('gas', route.gas * gasPrice), ...(l1Fee === undefined ? [] : [ofNative('l1', l1Fee)])]
  if (affiliateFee === 0n) return ofChain
  const valueUsd = formatUsd(affiliateFee, sell.decimals, usd.sell) ?? null
  return [...ofChain, { type: 'affiliate', amount: String(affiliateFee), token: checksum(sell.address), valueUsd }]
}

/** Whole tokens per whole token, cut after 18 decimals. */
export function ratesOf({ request, route, sell, buy }: Pick<Quote, 'request' | 'route' | 'sell' | 'buy'>) {
  const rate = (a: bigint, aDecimals: number, b: bigint, bDecimals: number) =>
    b === 0n ? '0' : formatDecimal((a * 10n ** BigInt(18 + bDecimals)) / (b * 10n ** BigInt(aDecimals)), 18)
  return {
    buyPerSell: rate(route.amountOut, buy.decimals, request.sellAmount, sell.decimals),
    sellPerBuy: rate(request.sellAmount, sell.decimals, route.amountOut, buy.decimals),
  }
}

function approvalOf({ request, router, issues, sell }: Quote) {
  const needed = sell.address === nativeToken ? 0n : request.sellAmount
  const missing = issues?.allowance
  return {
    required: missing !== undefined,
    spender: checksum(router),
    token: checksum(sell.address),
    current: missing === undefined ? null : String(missing.actual),
    needed: String(needed),
  }
}

const shortfallOf = (short: Shortfall | undefined) =>
  short === undefined ? null : { actual: String(short.actual), required: String(short.required) }

const issuesOf = ({ issues }: Quote) =>
  issues === undefined ? null : { allowance: shortfallOf(issues.allowance), balance: shortfallOf(issues.balance) }

const toMovesView = ({ moves }: Quote['request']) =>
  moves === undefined ? null : { movedPpm: moves.moved, seconds: moves.seconds, samples: moves.samples }

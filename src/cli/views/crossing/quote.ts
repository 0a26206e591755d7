import { amountView } from '#cli/views/amount'
import { formatTime } from '#domain/api/plain'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { Quote, QuoteState } from '#domain/quotes/quote'
import { checksum } from '#text/checksum'

export function crossQuoteView(quote: CrossQuote, state: QuoteState) {
  const { request, bridge, sell, buy } = quote
  return {
    id: quote.id,
    kind: 'cross' as const,
    state,
    createdAt: formatTime(quote.createdAt),
    expiresAt: formatTime(quote.expiresAt),
    network: request.network,
    chainId: quote.chainId,
    toNetwork: request.toNetwork,
    toChainId: quote.toChainId,
    sell: amountView(request.sellAmount, sell),
    buy: amountView(quote.amountOut, buy),
    minBuy: amountView(quote.minimumOut, buy),
    slippagePpm: request.slippage,
    fromAddress: checksum(request.from),
    toAddress: checksum(request.to),
    targetAddress: checksum(quote.crossing),
    bridge: {
      name: bridge.name,
      deposit: amountView(bridge.deposited, bridge.asset),
      minDeposit: amountView(bridge.depositedMin, bridge.asset),
      payment: amountView(bridge.paid, bridge.toAsset),
      fee: { ratePpm: bridge.fee.rate, fixed: amountView(bridge.fee.fixed, bridge.toAsset) },
      messageFee: String(bridge.value),
      usualSeconds: bridge.usualSeconds,
    },
    source: legView(quote.legIn),
    destination: legView(quote.legOut),
    gasLimit: String(quote.gasLimit),
    onFailure: quote.onFailure.map((one) => ({
      failure: one.failure,
      token: checksum(one.asset),
      network: one.network,
      owner: checksum(one.owner),
      from: one.from === 0 ? null : formatTime(one.from),
      command: failureCommand(quote, one),
    })),
  }
}

/** What its owner types then. The source's transaction is known once it is sent. */
export const failureCommand = (
  { request }: CrossQuote,
  { failure, isAutomatic }: CrossQuote['onFailure'][number],
): string => {
  const status = `swapline status <hash> -n ${request.network}`
  if (failure === 'nobody_completes') return `${status} --complete`
  return failure === 'swap_fails' && !isAutomatic ? `${status} --release` : status
}

const legView = (leg: Quote | undefined) =>
  leg === undefined
    ? null
    : {
        block: leg.block.number,
        in: amountView(leg.request.sellAmount, leg.sell),
        out: amountView(leg.route.amountOut, leg.buy),
        priceImpactPpm: leg.priceImpact ?? null,
        pools: leg.route.legs.length,
      }

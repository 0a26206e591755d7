import { amountView } from '#cli/views/amount'
import type { GaslessOutcome } from '#domain/trade/trader'

/** The state of a gasless swap: what the service says, and what the user's own endpoint shows. */
export function gaslessView({ quote, record, seen }: GaslessOutcome) {
  const { sell, buy, request, gasless } = quote
  return {
    swapId: record.id,
    kind: 'gasless' as const,
    network: request.network,
    chainId: quote.chainId,
    quoteId: quote.id,
    status: record.status,
    substatus: record.substatus,
    hash: seen.hash ?? record.transactionHash ?? null,
    sold: amountView(request.sellAmount, sell),
    fee: amountView(gasless?.swapFee ?? 0n, sell),
    quoted: amountView(quote.route.amountOut, buy),
    minimum: amountView(quote.minimumOut, buy),
    /** By the user's own endpoints. */
    filled: seen.isFilled ?? null,
    ...(seen.received === undefined ? {} : { bought: amountView(seen.received, buy) }),
  }
}

import { type Checksum, formatFraction, formatTime } from '#domain/api/plain'
import type { Quote, QuoteRequest, QuoteState } from '#domain/quotes/quote'
import type { PoolVerdict, SimulationRecord, StoredQuoteNotes } from '#domain/quotes/quote-record'

export interface QuoteDebugInput {
  readonly quote: Quote
  readonly state: QuoteState
  readonly kept: StoredQuoteNotes
}

/** What is stored about how a quote was made. Without a record only the pools of its route are known. */
export function toDebugBody({ quote, state, kept: { record, simulation } }: QuoteDebugInput, checksum: Checksum) {
  return {
    quoteId: quote.id,
    state,
    request: toRequestBody(quote.request, checksum),
    blockNumber: String(quote.block.number),
    poolsSeen: quote.poolsSeen,
    timingsMs: record?.timings ?? null,
    sources: record?.sources ?? null,
    pools: (record?.pools ?? getUsedPools(quote)).map(({ source, address, reason }) => ({
      source,
      address: checksum(address),
      used: reason === undefined,
      reason: reason ?? null,
    })),
    candidates: candidatesOf(quote),
    simulation: simulation === undefined ? null : toSimulationBody(simulation),
  }
}

const getUsedPools = ({ route }: Quote): readonly PoolVerdict[] =>
  [...new Map(route.legs.map(({ pool }) => [pool.address, pool])).values()].map(({ address, venue }) => ({
    source: venue.name,
    address,
    reason: undefined,
  }))

/** The route, and what it was compared with. */
function candidatesOf({ route, gasLimit }: Quote) {
  const gasCost = route.gasInTokenOut
  return [
    {
      amountOut: String(route.amountOut),
      gasLimit: String(gasLimit),
      ...(gasCost === undefined ? {} : { netAmountOut: String(route.amountOut - gasCost) }),
    },
    ...(route.bestSinglePool === undefined ? [] : [{ amountOut: String(route.bestSinglePool) }]),
  ]
}

const toSimulationBody = ({ at, ok, amountOut, gas, reason }: SimulationRecord) => ({
  at: formatTime(at),
  ok,
  ...(amountOut === undefined ? {} : { amountOut: String(amountOut) }),
  ...(gas === undefined ? {} : { gasUsed: String(gas) }),
  ...(reason === undefined ? {} : { revertReason: reason }),
})

function toRequestBody(request: QuoteRequest, checksum: Checksum) {
  const { affiliate, gasPrice } = request
  return {
    network: request.network,
    fromTokenAddress: checksum(request.sell),
    toTokenAddress: checksum(request.buy),
    sellAmount: String(request.sellAmount),
    slippage: formatFraction(request.slippage),
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
      : { affiliateAddress: checksum(affiliate.address), affiliateFee: formatFraction(affiliate.fee) }),
  }
}

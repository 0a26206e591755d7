import { type Checksum, fractionText, isoTime } from '#domain/api/plain'
import type { Quote, QuoteRequest, QuoteState } from '#domain/quote'
import type { KeptRecord, PoolVerdict, SimulationRecord } from '#domain/quote-record'

export interface Debugged {
  readonly quote: Quote
  readonly state: QuoteState
  readonly kept: KeptRecord
}

/** What is kept of how a quote came about. Without a record only the pools of its route are known. */
export function debugBody({ quote, state, kept: { record, simulation } }: Debugged, checksum: Checksum) {
  return {
    quoteId: quote.id,
    state,
    request: requestBody(quote.request, checksum),
    blockNumber: String(quote.block.number),
    poolsSeen: quote.poolsSeen,
    timingsMs: record?.timings ?? null,
    sources: record?.sources ?? null,
    pools: (record?.pools ?? usedPools(quote)).map(({ source, address, reason }) => ({
      source,
      address: checksum(address),
      used: reason === undefined,
      reason: reason ?? null,
    })),
    candidates: candidatesOf(quote),
    simulation: simulation === undefined ? null : simulationBody(simulation),
  }
}

const usedPools = ({ route }: Quote): readonly PoolVerdict[] =>
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

const simulationBody = ({ at, ok, amountOut, gas, reason }: SimulationRecord) => ({
  at: isoTime(at),
  ok,
  ...(amountOut === undefined ? {} : { amountOut: String(amountOut) }),
  ...(gas === undefined ? {} : { gasUsed: String(gas) }),
  ...(reason === undefined ? {} : { revertReason: reason }),
})

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

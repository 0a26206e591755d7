/** The HTTP API's distribution: the exact route as legs, and as parallel paths for display. */
import { type Checksum, formatFraction } from '#domain/api/plain'
import type { Quote, QuoteState } from '#domain/quotes/quote'
import type { Hop, Leg } from '#domain/quotes/route'
import { splitProportionally } from '#domain/quotes/split-proportionally'
import { ppm } from '#domain/units'

export function toApiDistribution(quote: Quote, state: QuoteState, checksum: Checksum) {
  const { route, request } = quote
  const percents = splitProportionally(
    route.paths.map(({ amountIn }) => amountIn),
    10_000,
  )
  return {
    quoteId: quote.id,
    network: request.network,
    fromTokenAddress: checksum(request.sell),
    toTokenAddress: checksum(request.buy),
    amountIn: String(route.amountIn),
    amountOut: String(route.amountOut),
    priceImpact: quote.priceImpact === undefined ? null : formatFraction(quote.priceImpact),
    blockNumber: String(quote.block.number),
    state,
    distributions: route.paths.map((path, i) => ({
      percent: (percents[i] ?? 0) / 100,
      amountIn: String(path.amountIn),
      amountOut: String(path.amountOut),
      route: path.hops.map((hop) => toApiHop(hop, checksum)),
    })),
    legs: route.legs.map((leg) => toApiLeg(leg, checksum)),
  }
}

function toApiHop({ pool, tokenIn, tokenOut, amountIn, amountOut }: Hop, checksum: Checksum) {
  return {
    protocol: pool.venue.name,
    pool: { address: checksum(pool.address), type: pool.venue.protocol, fee: formatFraction(ppm(pool.feePpm)) },
    fromTokenAddress: checksum(tokenIn),
    toTokenAddress: checksum(tokenOut),
    // A hop carries all of its path.
    percent: 100,
    amountIn: String(amountIn),
    amountOut: String(amountOut),
  }
}

function toApiLeg({ pool, tokenIn, tokenOut, share32, amountIn, amountOut }: Leg, checksum: Checksum) {
  return {
    protocol: pool.venue.name,
    pool: checksum(pool.address),
    tokenIn: checksum(tokenIn),
    tokenOut: checksum(tokenOut),
    share32,
    amountIn: String(amountIn),
    amountOut: String(amountOut),
  }
}

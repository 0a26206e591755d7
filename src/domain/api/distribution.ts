/** The HTTP API's distribution: the exact route as legs, and the same as parallel paths for people. */
import { type Checksum, fractionText } from '#domain/api/plain'
import { partsOf } from '#domain/parts'
import type { Quote, QuoteState } from '#domain/quote'
import type { Hop, Leg } from '#domain/route'
import { ppm } from '#domain/units'

export function apiDistribution(quote: Quote, state: QuoteState, checksum: Checksum) {
  const { route, request } = quote
  const percents = partsOf(
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
    priceImpact: quote.priceImpact === undefined ? null : fractionText(quote.priceImpact),
    blockNumber: String(quote.block.number),
    state,
    distributions: route.paths.map((path, i) => ({
      percent: (percents[i] ?? 0) / 100,
      amountIn: String(path.amountIn),
      amountOut: String(path.amountOut),
      route: path.hops.map((hop) => hopOf(hop, checksum)),
    })),
    legs: route.legs.map((leg) => legOf(leg, checksum)),
  }
}

function hopOf({ pool, tokenIn, tokenOut, amountIn, amountOut }: Hop, checksum: Checksum) {
  return {
    protocol: pool.venue.name,
    pool: { address: checksum(pool.address), type: pool.venue.protocol, fee: fractionText(ppm(pool.feePpm)) },
    fromTokenAddress: checksum(tokenIn),
    toTokenAddress: checksum(tokenOut),
    // A path's hop carries all of its path.
    percent: 100,
    amountIn: String(amountIn),
    amountOut: String(amountOut),
  }
}

function legOf({ pool, tokenIn, tokenOut, share32, amountIn, amountOut }: Leg, checksum: Checksum) {
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

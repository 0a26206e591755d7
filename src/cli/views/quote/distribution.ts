import type { Quote } from '#domain/quotes/quote'
import { splitProportionally } from '#domain/quotes/split-proportionally'
import { checksum } from '#text/checksum'

/** The exact route as legs, and the same as parallel paths for people. */
export function distributionView({ id, route }: Pick<Quote, 'id' | 'route'>) {
  const shares = splitProportionally(
    route.paths.map(({ amountIn }) => amountIn),
    10_000,
  )
  return {
    quoteId: id,
    legs: route.legs.map(({ pool, tokenIn, tokenOut, share32, amountIn, amountOut }) => ({
      venue: pool.venue.name,
      pool: checksum(pool.address),
      tokenIn: checksum(tokenIn),
      tokenOut: checksum(tokenOut),
      share32,
      in: String(amountIn),
      out: String(amountOut),
    })),
    paths: route.paths.map(({ amountIn, amountOut, hops }, i) => ({
      shareBps: shares[i] ?? 0,
      sell: String(amountIn),
      buy: String(amountOut),
      hops: hops.map((hop) => ({
        venue: hop.pool.venue.name,
        kind: hop.pool.venue.protocol,
        pool: checksum(hop.pool.address),
        feePpm: hop.pool.feePpm,
        tokenIn: checksum(hop.tokenIn),
        tokenOut: checksum(hop.tokenOut),
        in: String(hop.amountIn),
        out: String(hop.amountOut),
      })),
    })),
  }
}

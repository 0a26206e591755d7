/** Quotes as rows hold them: a service writes every quote it makes, and most of its size would be repetition. */
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type PackedRoute, unpackRoute } from '#domain/quotes/packed-route'
import type { Quote } from '#domain/quotes/quote'
import type { Hop, Leg, Path, Route } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'

/** A hop, or that of a leg: its pool and tokens by their places in the lists of the quote, its amounts as decimals. */
type PackedHop = readonly [pool: number, tokenIn: number, tokenOut: number, amountIn: string, amountOut: string]

interface PackedQuote extends Omit<Quote, 'route'> {
  readonly route: Omit<Route, 'legs' | 'paths'> & {
    readonly legs: readonly (Omit<Leg, keyof Hop> & { readonly trade: PackedHop })[]
    readonly paths: readonly (Omit<Path, 'hops'> & { readonly hops: readonly PackedHop[] })[]
  }
  readonly pools: readonly (Omit<Pool, 'venue' | 'tokens'> & {
    readonly venue: number
    readonly tokens: readonly number[]
  })[]
  readonly venues: readonly Venue[]
  readonly tokens: readonly Address[]
}

/** As rows were written before: every pool once, with its venue and its tokens. */
type QuoteWithPools = Omit<Quote, 'route'> & { readonly route: PackedRoute<number>; readonly pools: readonly Pool[] }

/** Gives every value its place in a list, the same to the same value. */
function createPlaces<T>() {
  const places = new Map<T, number>()
  return {
    of(value: T): number {
      const place = places.get(value) ?? places.size
      places.set(value, place)
      return place
    },
    list: () => [...places.keys()],
  }
}

/**
 * A pool is one object wherever the quote names it, and named by its place, not its address: the pools in another
 * service's quote may differ from hop to hop.
 */
export function encodeQuote({ route, ...quote }: Quote): string {
  const [pools, venues, tokens] = [createPlaces<Pool>(), createPlaces<Venue>(), createPlaces<Address>()]
  const pack = ({ pool, tokenIn, tokenOut, amountIn, amountOut }: Hop): PackedHop => {
    return [pools.of(pool), tokens.of(tokenIn), tokens.of(tokenOut), String(amountIn), String(amountOut)]
  }
  const packed = {
    ...route,
    legs: route.legs.map((leg) => ({ move: leg.move, share32: leg.share32, trade: pack(leg) })),
    paths: route.paths.map((path) => ({ ...path, hops: path.hops.map(pack) })),
  }
  const kept: PackedQuote = {
    ...quote,
    route: packed,
    pools: pools.list().map((pool) => ({ ...pool, venue: venues.of(pool.venue), tokens: pool.tokens.map(tokens.of) })),
    venues: venues.list(),
    tokens: tokens.list(),
  }
  return encodeLossless(kept)
}

/**
 * Also reads rows of earlier versions: whole quotes, and those with whole pools.
 * @throws RangeError if it is not what `encodeQuote` wrote
 */
export function decodeQuote(body: string): Quote {
  try {
    return unpackQuote(decodeLossless<PackedQuote | QuoteWithPools | Quote>(body))
  } catch (error) {
    if (error instanceof TypeError) throw new RangeError('a part of the quote is missing', { cause: error })
    throw error
  }
}

function unpackQuote(kept: PackedQuote | QuoteWithPools | Quote): Quote {
  if (!('pools' in kept)) return kept
  if (!('tokens' in kept)) {
    const { pools, route, ...quote } = kept
    return { ...quote, route: unpackRoute(route, (place) => at(pools, place, 'pool')) }
  }
  const { venues, tokens, pools: packed, route, ...quote } = kept
  const tokenAt = (place: number): Address => at(tokens, place, 'token')
  const pools = packed.map(
    (pool): Pool => ({
      ...pool,
      venue: at(venues, pool.venue, 'venue'),
      tokens: pool.tokens.map(tokenAt),
    }),
  )
  const unpack = ([pool, tokenIn, tokenOut, amountIn, amountOut]: PackedHop): Hop => ({
    pool: at(pools, pool, 'pool'),
    tokenIn: tokenAt(tokenIn),
    tokenOut: tokenAt(tokenOut),
    amountIn: toAmount(amountIn),
    amountOut: toAmount(amountOut),
  })
  return {
    ...quote,
    route: {
      ...route,
      legs: route.legs.map(({ trade, ...rest }): Leg => ({ ...rest, ...unpack(trade) })),
      paths: route.paths.map((path): Path => ({ ...path, hops: path.hops.map(unpack) })),
    },
  }
}

function at<T>(list: readonly T[], place: number, what: string): T {
  const value = list[place]
  if (value === undefined) throw new RangeError(`the quote has no ${what} ${place}`)
  return value
}

function toAmount(decimal: string) {
  const value = /^(?:0|[1-9]\d*)$/.test(decimal) ? BigInt(decimal) : -1n
  if (value < 0n || value >= 1n << 256n)
    throw new RangeError('an amount of the quote is not a whole number of 256 bits')
  return amount(value)
}

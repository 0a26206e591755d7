/** A bundle as its file holds it: every venue and every pool once. */
import type { QuoteBundle, RecordedMarket } from '#domain/debugging/bundle'
import { fail } from '#domain/errors'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type PackedRoute, packRoute, unpackRoute } from '#domain/quotes/packed-route'
import type { Quote } from '#domain/quotes/quote'

type PackedPool = Omit<Pool, 'venue'> & { readonly venue: number }
type RecordedSkip = NonNullable<RecordedMarket['snapshot']['skipped']>[number]

type PackedMarket = Omit<RecordedMarket['snapshot'], 'pools' | 'skipped'> &
  Pick<RecordedMarket, 'sell' | 'buy'> & {
    readonly venues: readonly Venue[]
    readonly pools: readonly (PackedPool & { readonly state: unknown })[]
    readonly skipped: readonly (PackedPool & Pick<RecordedSkip, 'reason'>)[]
    readonly excluded: readonly PackedPool[]
  }

type PackedQuote = Omit<Quote, 'route'> & {
  readonly route: PackedRoute<number>
  readonly venues: readonly Venue[]
  readonly pools: readonly PackedPool[]
}

export type PackedBundle = Omit<QuoteBundle, 'market' | 'quote'> & {
  readonly market: PackedMarket | undefined
  readonly quote: PackedQuote | undefined
}

export const packBundle = ({ market, quote, ...rest }: QuoteBundle): PackedBundle => ({
  ...rest,
  market: market && packMarket(market),
  quote: quote && packQuote(quote),
})

/** @throws `BUNDLE_INVALID` for a place that is in no list */
export const unpackBundle = ({ market, quote, ...rest }: PackedBundle): QuoteBundle => ({
  ...rest,
  market: market && unpackMarket(market),
  quote: quote && unpackQuote(quote),
})

function packMarket({ snapshot, excludedPools, sell, buy }: RecordedMarket): PackedMarket {
  const venues = createPlaces<Venue>()
  const pack = packerOf(venues)
  const { pools, skipped = [], ...block } = snapshot
  const rows = {
    pools: pools.map(({ pool, state }) => ({ ...pack(pool), state })),
    skipped: skipped.map(({ pool, reason }) => ({ ...pack(pool), reason })),
    excluded: excludedPools.map(pack),
  }
  return { ...block, sell, buy, venues: venues.list(), ...rows }
}

function unpackMarket({ venues, pools, skipped, excluded, sell, buy, ...block }: PackedMarket): RecordedMarket {
  const unpack = unpackerOf(venues)
  return {
    snapshot: {
      ...block,
      pools: pools.map(({ state, ...pool }) => ({ pool: unpack(pool), state })),
      skipped: skipped.map(({ reason, ...pool }) => ({ pool: unpack(pool), reason })),
    },
    excludedPools: excluded.map(unpack),
    sell,
    buy,
  }
}

function packQuote({ route, ...quote }: Quote): PackedQuote {
  const venues = createPlaces<Venue>()
  const pools = createPlaces<Pool>()
  const packed = packRoute(route, pools.placeOf)
  const rows = pools.list().map(packerOf(venues))
  return { ...quote, route: packed, pools: rows, venues: venues.list() }
}

function unpackQuote({ route, pools, venues, ...quote }: PackedQuote): Quote {
  const known = pools.map(unpackerOf(venues))
  return { ...quote, route: unpackRoute(route, (place) => at(known, place)) }
}

const packerOf =
  (venues: Places<Venue>) =>
  ({ venue: { pools: _, ...venue }, ...pool }: Pool): PackedPool => ({ ...pool, venue: venues.placeOf(venue) })

const unpackerOf =
  (venues: readonly Venue[]) =>
  ({ venue, ...pool }: PackedPool): Pool => ({ ...pool, venue: at(venues, venue) })

interface Places<T> {
  readonly placeOf: (item: T) => number
  readonly list: () => readonly T[]
}

/** Equal items have one place. */
function createPlaces<T extends Pick<Venue, 'name'> | Pick<Pool, 'address'>>(): Places<T> {
  const items = new Map<string, { readonly item: T; readonly place: number }>()
  return {
    placeOf: (item) => {
      const key = 'name' in item ? item.name : item.address
      const known = items.get(key) ?? { item, place: items.size }
      items.set(key, known)
      return known.place
    },
    list: () => [...items.values()].map(({ item }) => item),
  }
}

function at<T>(items: readonly T[], place: number): T {
  const item = items[place]
  if (item === undefined)
    throw fail('BUNDLE_INVALID', { reason: `it names a pool or a venue ${place} that it does not have` })
  return item
}

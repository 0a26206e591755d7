import type { Reading } from '#domain/calls/reads'
import type { Pool, Venue } from '#domain/pools/protocol'
import type { Address } from '#domain/units'

/** Those pools named by the venue that hold both tokens. */
export const findListedPools = (venue: Venue, pair: readonly [Address, Address]): readonly Pool[] =>
  (venue.pools ?? [])
    .filter(({ tokens }) => pair.every((token) => tokens.includes(token)))
    .map((pool) => ({ ...pool, venue }))

/** `find` for families without a look-up by pair: {@link findListedPools}. */
export function* findKnownPools(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> {
  yield []
  return findListedPools(venue, pair)
}

import type { Pool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import type { Address } from '#domain/units'

/** Of the pools that the venue names, those that hold both tokens. */
export const poolsNamed = (venue: Venue, pair: readonly [Address, Address]): readonly Pool[] =>
  (venue.pools ?? [])
    .filter(({ tokens }) => pair.every((token) => tokens.includes(token)))
    .map((pool) => ({ ...pool, venue }))

/** `find` of families that nobody can ask for a pair: {@link poolsNamed}. */
export function* knownPools(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> {
  yield []
  return poolsNamed(venue, pair)
}

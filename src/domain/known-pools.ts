import type { Pool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import type { Address } from '#domain/units'

/** `find` of families that nobody can ask for a pair: of the pools that the venue names, those that hold both tokens. */
export function* knownPools(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> {
  yield []
  const pools = (venue.pools ?? []).filter(({ tokens }) => pair.every((token) => tokens.includes(token)))
  return pools.map((pool) => ({ ...pool, venue }))
}

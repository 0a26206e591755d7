/**
 * Finds and reads pools call by call: families the lens does not know, and all of them if a node does not run the lens.
 */

import type { Reading } from '#domain/calls/reads'
import type { Extent, Pool, Protocols, Venue } from '#domain/pools/protocol'
import { PoolSkippedError, type SkippedPool } from '#domain/pools/skipped-pool'
import type { LivePool } from '#domain/pools/snapshot'
import type { Address } from '#domain/units'

/** The result of one reading. */
export interface PoolReadOutcome {
  /** Found, and not read yet. */
  readonly found: readonly Pool[]
  /** Found, and only read if a candidate for a partner among their tokens is met. */
  readonly later: readonly Pool[]
  readonly live: readonly LivePool[]
  readonly skipped: readonly SkippedPool[]
}

const emptyOutcome: PoolReadOutcome = { found: [], later: [], live: [], skipped: [] }

/** Looks for the pools of a pair. */
export function* findPairPools(
  protocols: Protocols,
  venue: Venue,
  pair: readonly [Address, Address],
): Reading<PoolReadOutcome> {
  const protocol = protocols.get(venue.protocol)
  return protocol === undefined ? emptyOutcome : { ...emptyOutcome, found: yield* protocol.find(venue, pair) }
}

/** Looks for the pools of a pair that may not matter. */
export function* findLaterPools(
  protocols: Protocols,
  venue: Venue,
  pair: readonly [Address, Address],
): Reading<PoolReadOutcome> {
  const { found } = yield* findPairPools(protocols, venue, pair)
  return { ...emptyOutcome, later: found }
}

/** Reads the state of a pool; returns nothing for an empty one. */
export function* loadPoolState(protocols: Protocols, pool: Pool, extent: Extent): Reading<PoolReadOutcome> {
  const protocol = protocols.get(pool.venue.protocol)
  if (protocol === undefined) return emptyOutcome
  if (pool.skipReason !== undefined) return { ...emptyOutcome, skipped: [{ pool, reason: pool.skipReason }] }
  try {
    const state = yield* protocol.load(pool, extent)
    return state === undefined ? emptyOutcome : { ...emptyOutcome, live: [{ pool, state }] }
  } catch (error) {
    if (error instanceof PoolSkippedError) return { ...emptyOutcome, skipped: [{ pool, reason: error.reason }] }
    throw error
  }
}

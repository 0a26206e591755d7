/** Pools looked for and read call by call: families the lens does not know, and all of them where a node runs no lens. */
import { LeftOut, type LeftOutPool } from '#domain/left-out'
import type { Extent, Pool, Protocols, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import type { LivePool } from '#domain/snapshot'
import type { Address } from '#domain/units'

/** What one reading comes to. */
export interface Outcome {
  /** Found, and not read yet. */
  readonly found: readonly Pool[]
  readonly live: readonly LivePool[]
  readonly leftOut: readonly LeftOutPool[]
}

const nothing: Outcome = { found: [], live: [], leftOut: [] }

/** Looks for the pools of a pair. */
export function* findReading(protocols: Protocols, venue: Venue, pair: readonly [Address, Address]): Reading<Outcome> {
  const protocol = protocols.get(venue.protocol)
  return protocol === undefined ? nothing : { ...nothing, found: yield* protocol.find(venue, pair) }
}

/** Reads the state of a pool; of one that is empty nothing comes. */
export function* loadReading(protocols: Protocols, pool: Pool, extent: Extent): Reading<Outcome> {
  const protocol = protocols.get(pool.venue.protocol)
  if (protocol === undefined) return nothing
  if (pool.leftOut !== undefined) return { ...nothing, leftOut: [{ pool, reason: pool.leftOut }] }
  try {
    const state = yield* protocol.load(pool, extent)
    return state === undefined ? nothing : { ...nothing, live: [{ pool, state }] }
  } catch (error) {
    if (error instanceof LeftOut) return { ...nothing, leftOut: [{ pool, reason: error.reason }] }
    throw error
  }
}

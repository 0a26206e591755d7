/** Reads a pool at one block. */

import type { Reading } from '#domain/calls/reads'
import type { Pool } from '#domain/pools/protocol'
import type { CurveStableState } from './amounts/state.ts'
import { loadMetaPool } from './load-meta-pool.ts'
import { readPool, requireAgreement } from './read-pool.ts'

/** @throws PoolSkippedError if the amplification ramps, or the pool's quote of a trade differs from ours */
export const load = (pool: Pool): Reading<CurveStableState | undefined> =>
  pool.base === undefined ? loadSinglePool(pool) : loadMetaPool(pool, pool.base)

function* loadSinglePool(pool: Pool): Reading<CurveStableState | undefined> {
  const seen = yield* readPool(pool)
  return seen && requireAgreement(pool, seen)
}

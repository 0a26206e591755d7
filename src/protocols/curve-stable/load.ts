/** Reads a pool at one block. */
import type { Pool } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import { loadOver } from './load-over.ts'
import { agreed, read } from './read.ts'
import type { State } from './state.ts'

/** @throws LeftOut where the amplification ramps, or the pool says something else of a trade than we do */
export const load = (pool: Pool): Reading<State | undefined> =>
  pool.base === undefined ? loadAlone(pool) : loadOver(pool, pool.base)

function* loadAlone(pool: Pool): Reading<State | undefined> {
  const seen = yield* read(pool)
  return seen && agreed(pool, seen)
}

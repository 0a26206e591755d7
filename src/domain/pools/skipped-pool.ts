import type { Pool, SkipReason } from '#domain/pools/protocol'

/** A pool that was read and is not traded with. */
export interface SkippedPool {
  readonly pool: Pool
  readonly reason: SkipReason
}

/** Thrown by an adapter that reads a pool and finds that it is not modelled exactly. */
export class PoolSkippedError extends Error {
  override readonly name = 'LeftOut'
  readonly reason: SkipReason

  constructor(reason: SkipReason) {
    super(`left out: ${reason}`)
    this.reason = reason
  }
}

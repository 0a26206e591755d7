import type { LeftOutReason, Pool } from '#domain/protocol'

/** A pool that was looked at and is not traded with. */
export interface LeftOutPool {
  readonly pool: Pool
  readonly reason: LeftOutReason
}

/** Thrown by an adapter that reads a pool and finds that what it does cannot be worked out exactly. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut'
  readonly reason: LeftOutReason

  constructor(reason: LeftOutReason) {
    super(`left out: ${reason}`)
    this.reason = reason
  }
}

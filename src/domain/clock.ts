import type { Seconds } from '#domain/units'

export interface Clock {
  now(): Seconds
  /** Monotonic milliseconds, for time spans. */
  elapsed(): number
  /** Ends early, and frees its memory, once `enough` is aborted. */
  sleep(milliseconds: number, enough?: AbortSignal): Promise<void>
}

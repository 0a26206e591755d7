/** Why a quote is what it is: kept beside it for those who are asked later. */
import { leftOutReasons } from '#domain/protocol'
import type { Address, Amount, Gas, QuoteId, Seconds } from '#domain/units'

/**
 * Why a pool has no part in a route:
 *
 * - `excluded`: the request leaves it out, or no adapter is known for it
 * - `hop_limit`: it lies on no way between the tokens that is short enough
 * - `no_liquidity`: it gives nothing for any amount
 * - `zero_output`: it gives something, but nothing for so little or so much
 * - `worse_price`: others give more, after gas
 *
 * or because it cannot be worked out exactly, see `LeftOutReason`.
 */
export const poolReasons = [
  'worse_price',
  'zero_output',
  'no_liquidity',
  'hop_limit',
  'excluded',
  ...leftOutReasons,
] as const
export type PoolReason = (typeof poolReasons)[number]

/** One pool that was looked at; without a reason it is used. */
export interface PoolVerdict {
  readonly source: string
  readonly address: Address
  readonly reason: PoolReason | undefined
}

/** All pools of one source together. */
export interface SourceVerdict {
  readonly source: string
  /** False where the request left the source out, so that its pools were not looked for. */
  readonly asked: boolean
  readonly pools: number
  readonly used: number
  /** How many were left out for each reason; a reason nothing was left out for is absent. */
  readonly reasons: Readonly<Partial<Record<PoolReason, number>>>
}

/** Milliseconds of the steps to a quote; `total` has also what lies between them, but not the storing. */
export interface QuoteTimings {
  readonly survey: number
  readonly search: number
  readonly proof: number
  readonly total: number
}

/** Pools named one by one, at most; those of the route come first. Sources count them all. */
export const mostPoolsKept = 250

export interface QuoteRecord {
  readonly pools: readonly PoolVerdict[]
  readonly sources: readonly SourceVerdict[]
  readonly timings: QuoteTimings
}

/** What came of trying a quote's payload on the chain; the last time counts. */
export interface SimulationRecord {
  readonly at: Seconds
  readonly ok: boolean
  /** What the router gave back. */
  readonly amountOut?: Amount
  readonly gas?: Gas
  /** Why it would fail. */
  readonly reason?: string
}

/** What is known of a quote besides itself. */
export interface KeptRecord {
  readonly record: QuoteRecord | undefined
  readonly simulation: SimulationRecord | undefined
}

/**
 * Takes notes on quotes behind the back of whoever waits for them: nothing here makes an answer later, and no failure
 * of it reaches one.
 */
export interface QuoteNotes {
  /** @param work works the record out, at once or a little later; it may take milliseconds, or find no time to */
  looked(id: QuoteId, work: () => QuoteRecord | undefined | Promise<QuoteRecord | undefined>): void
  simulated(id: QuoteId, simulation: SimulationRecord): void
  /** Both absent for a quote that is not known, or whose notes were not taken. Waits for those that are being taken. */
  of(id: QuoteId): Promise<KeptRecord>
}

/** Why a quote is what it is: stored with it for later queries. */
import { skipReasons } from '#domain/pools/protocol'
import type { Address, Amount, Gas, QuoteId, Seconds } from '#domain/units'

/**
 * Why a pool is not in a route:
 * - `excluded`: the request excludes it, or it has no known adapter
 * - `hop_limit`: no path between the tokens through it is short enough
 * - `no_liquidity`: it returns nothing for any amount
 * - `zero_output`: it returns something, but nothing for an amount this small or large
 * - `worse_price`: others return more, after gas or because it is not modelled exactly, see `SkipReason`.
 */
export const poolReasons = [
  'worse_price',
  'zero_output',
  'no_liquidity',
  'hop_limit',
  'excluded',
  ...skipReasons,
] as const
export type PoolReason = (typeof poolReasons)[number]

/** One pool that was considered; without a reason it is used. */
export interface PoolVerdict {
  readonly source: string
  readonly address: Address
  readonly reason: PoolReason | undefined
}

/** All pools of one source together. */
export interface SourceVerdict {
  readonly source: string
  /** False if the request excluded the source, so that its pools were not looked for. */
  readonly asked: boolean
  readonly pools: number
  readonly used: number
  /** How many were skipped for each reason; reasons without a pool are absent. */
  readonly reasons: Readonly<Partial<Record<PoolReason, number>>>
}

/** Milliseconds of the steps to a quote; `total` also includes the time between them, but not the storing. */
export interface QuoteTimings {
  readonly survey: number
  readonly search: number
  readonly proof: number
  readonly total: number
}

/** The maximum number of pools named one by one; those of the route come first. Sources count them all. */
export const maxRecordedPools = 250

export interface QuoteRecord {
  readonly pools: readonly PoolVerdict[]
  readonly sources: readonly SourceVerdict[]
  readonly timings: QuoteTimings
}

/** The result of simulating a quote's payload on the chain; the last one counts. */
export interface SimulationRecord {
  readonly at: Seconds
  readonly ok: boolean
  /** The router's return value. */
  readonly amountOut?: Amount
  readonly gas?: Gas
  /** Why it would fail. */
  readonly reason?: string
}

/** What is known of a quote besides itself. */
export interface StoredQuoteNotes {
  readonly record: QuoteRecord | undefined
  readonly simulation: SimulationRecord | undefined
}

/** Records notes on quotes in the background: nothing here delays an answer, and no failure here reaches one. */
export interface QuoteNotes {
  /** @param work computes the record, now or a little later; it may take milliseconds, or give up for lack of time */
  noteSearch(id: QuoteId, work: () => QuoteRecord | undefined | Promise<QuoteRecord | undefined>): void
  noteSimulation(id: QuoteId, simulation: SimulationRecord): void
  /** Both absent for an unknown quote, or one without notes. Waits for notes being taken. */
  get(id: QuoteId): Promise<StoredQuoteNotes>
}

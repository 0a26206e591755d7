import type { Effort } from '#domain/quotes/route'

/** Limits on a route. */
export interface Limits {
  readonly maxHops: number
  readonly maxSplits: number
  readonly maxLegs: number
}

/** A search request: tokens by market number, amounts in floats of the smallest units. */
export interface Task {
  readonly source: number
  readonly target: number
  readonly amount: number
  /** Cost of a unit of gas, in the output token. */
  readonly gasValue: number
  /** Gas saved by a leg that brings an intermediate token to the router, where another leg spends it. */
  readonly passedGas: number
  readonly limits: Limits
  /** Edges that no route may use, by number; none if absent. The bound is not lower for it. */
  readonly excluded?: ReadonlySet<number> | undefined
  /** Cost of every leg in addition to its gas, in the output token; 0 if absent. */
  readonly legPrice?: number
  /** How long to go on after the first route; `usual` if absent. */
  readonly effort?: Effort | undefined
}

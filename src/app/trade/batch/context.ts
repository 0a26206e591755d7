import type { QuoteContext } from '#app/context'
import type { Clock } from '#domain/clock'
import type { BatchStore } from '#domain/trade/batch/batches'
import type { Trader } from '#domain/trade/trader'

export interface BatchRunContext {
  readonly clock: Clock
  readonly trader: Trader
  readonly store: BatchStore
}

export interface BatchContext extends BatchRunContext {
  /** For plans: over the user's own endpoints, also if a service makes the quotes of swaps. */
  readonly quoting: QuoteContext
}

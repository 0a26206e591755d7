import type { QuoteContext } from '#app/context'
import type { CrossingService } from '#domain/service/crossing-service'
import type { SwapRecords } from '#domain/service/stores'
import type { Accounts } from '#domain/trade/accounts'

/** External dependencies of tracking swaps. No keys: everything is read from the chain. */
export interface SwapsContext extends Pick<QuoteContext, 'clock' | 'uuid' | 'chain' | 'quotes'> {
  readonly swaps: SwapRecords
  /** Who signed an order. */
  readonly recover: Accounts['recover']
  /** Follows swaps to other networks. */
  readonly crossing: Pick<CrossingService, 'track'>
}

import type { QuoteContext } from '#app/context'
import type { CrossingService } from '#domain/service/crossing-service'
import type { SwapRecords } from '#domain/service/stores'
import type { Accounts } from '#domain/trade/accounts'
import type { NetworkName } from '#domain/units'

/** External dependencies of tracking swaps. No keys: everything is read from the chain. */
export interface SwapsContext extends Pick<QuoteContext, 'clock' | 'uuid' | 'chain' | 'quotes'> {
  readonly swaps: SwapRecords
  /** Who signed an order. */
  readonly recover: Accounts['recover']
  /** Follows swaps to other networks. */
  readonly crossing: Pick<CrossingService, 'track'>
  /** Told in words that endpoints show different logs of old blocks. */
  readonly differed?: (network: NetworkName, message: string) => void
}

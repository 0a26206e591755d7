import type { QuoteContext } from '#app/context'
import type { SwapRecords } from '#domain/ports'

/** What following swaps needs from the outside: no keys, since all of it can be read from the chain. */
export interface SwapsContext extends Pick<QuoteContext, 'clock' | 'uuid' | 'chain' | 'quotes'> {
  readonly swaps: SwapRecords
}

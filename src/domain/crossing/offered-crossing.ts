/** What a service elsewhere offers for a swap to another network: a way, never a transaction. */
import type { CrossQuoteRequest, QuotedCalls } from '#domain/crossing/cross-quote'
import type { Route } from '#domain/quotes/route'
import type { Address, Amount } from '#domain/units'

/** The parts of a route that are shown. */
export type ShownRoute = Pick<Route, 'legs' | 'paths'>

export interface OfferedCrossing {
  /** The bridge's name, and the asset of the source that it takes. */
  readonly bridge: string
  readonly asset: Address
  /** What the swap here gives, units of `asset`. */
  readonly deposited: Amount
  readonly amountOut: Amount
  readonly calls: Pick<QuotedCalls, 'route' | 'arrival'>
  readonly shownIn: ShownRoute
  readonly shownOut: ShownRoute
}

export interface CrossingOffers {
  /** @throws `SERVICE_*`, and the failures that the service answers with */
  find(request: CrossQuoteRequest): Promise<OfferedCrossing>
}

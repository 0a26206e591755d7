import type { Quote, QuoteRequest } from '#domain/quote'
import type { Route } from '#domain/route'

/** What of a quote stands in an order: its checks ask for no more. */
export interface QuotedOrder extends Pick<Quote, 'router' | 'chainId'> {
  readonly request: Pick<QuoteRequest, 'sell' | 'buy' | 'sellAmount' | 'affiliate'>
  readonly route: Pick<Route, 'tokenIn' | 'tokenOut'>
}

/** What of a quote stands in a payload. */
export interface QuotedSwap extends QuotedOrder {
  readonly route: Pick<Route, 'tokenIn' | 'tokenOut' | 'legs'>
}

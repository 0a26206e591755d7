import type { Quote, QuoteRequest } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'

/** The parts of a quote that an order contains: its checks need no more. */
export interface QuotedOrder extends Pick<Quote, 'router' | 'chainId'> {
  readonly request: Pick<QuoteRequest, 'sell' | 'buy' | 'sellAmount' | 'affiliate'>
  readonly route: Pick<Route, 'tokenIn' | 'tokenOut'>
}

/** The parts of a quote that a payload contains. */
export interface QuotedSwap extends QuotedOrder {
  readonly route: Pick<Route, 'tokenIn' | 'tokenOut' | 'legs'>
}

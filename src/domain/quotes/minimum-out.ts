import type { AnyQuoteRequest } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import { type Amount, amount, million } from '#domain/units'

/**
 * floor(out · (1 − slippage)), at least 1: the router refuses a minimum of 0. For an exact-output request, of the
 * requested output: the excess from whole input units was not requested.
 */
export function computeMinimumOut(
  { amountOut }: Pick<Route, 'amountOut'>,
  { slippage, buyAmount }: Pick<AnyQuoteRequest, 'slippage' | 'buyAmount'>,
): Amount {
  const minimum = ((buyAmount ?? amountOut) * (million - BigInt(slippage))) / million
  return amount(minimum > 0n ? minimum : 1n)
}

import type { RouterCall } from '#domain/payload'
import { type Address, type Amount, type Hex, nativeToken, type Seconds } from '#domain/units'
import type { QuotedOrder, QuotedSwap } from './quoted-swap.ts'
import { encodeSwapCall, type SwapCall } from './router-call.ts'

/** The parts of a payload that are not in its quote. */
export interface SwapCallTerms {
  readonly quote: QuotedSwap
  readonly recipient: Address
  readonly minimumOut: Amount
  readonly deadline: Seconds
  /** A signed approval of the input token, packed; none if absent. */
  readonly permit?: Hex
  /**
   * The output goes to the router, which then pays the recipient: for a payload whose signer did not choose the pools.
   */
  readonly throughRouter?: boolean
}

/** The calldata for our router that executes a quote. @throws RangeError if its legs do not connect its tokens. */
export function encodeSwap(terms: SwapCallTerms): Hex {
  return encodeSwapCall(toSwapCall(terms), terms.quote.route.legs)
}

function toSwapCall({ quote, ...terms }: SwapCallTerms): SwapCall {
  const { sell, buy, sellAmount, affiliate } = quote.request
  return { tokenIn: sell, tokenOut: buy, amountIn: sellAmount, affiliate, wrapped: wrappedOf(quote), ...terms }
}

/** The wrapped form in which the route trades native currency; meaningless if neither token is native. */
export function wrappedOf({ request, route }: Pick<QuotedOrder, 'request' | 'route'>): RouterCall['tokenIn'] {
  return request.sell === nativeToken ? route.tokenIn : route.tokenOut
}

import type { RouterCall } from '#domain/payload'
import { type Address, type Amount, type Hex, nativeToken, type Seconds } from '#domain/units'
import type { QuotedOrder, QuotedSwap } from './quoted-swap.ts'
import { encodeLegs, type SwapCall } from './router-call.ts'

/** What of a payload is not in its quote. */
export interface Terms {
  readonly quote: QuotedSwap
  readonly recipient: Address
  readonly minimumOut: Amount
  readonly deadline: Seconds
  /** A signed approval of the sold token, packed; none where absent. */
  readonly permit?: Hex
  /** Tokens of which a pool receives less than it is sent; none where absent. */
  readonly feeOnTransfer?: ReadonlySet<Address>
}

/** The calldata for our router that carries a quote out. @throws RangeError where its legs do not lead from end to end. */
export function encodeSwap(terms: Terms): Hex {
  return encodeLegs(callOf(terms), terms.quote.route.legs)
}

function callOf({ quote, ...terms }: Terms): SwapCall {
  const { sell, buy, sellAmount, affiliate } = quote.request
  return { tokenIn: sell, tokenOut: buy, amountIn: sellAmount, affiliate, wrapped: wrappedOf(quote), ...terms }
}

/** The form in which the route trades native currency; of no meaning where neither end is native. */
export function wrappedOf({ request, route }: Pick<QuotedOrder, 'request' | 'route'>): RouterCall['tokenIn'] {
  return request.sell === nativeToken ? route.tokenIn : route.tokenOut
}

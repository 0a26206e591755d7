import type { QuoteContext } from '#app/context'
import { withEnds } from '#app/quoting/gas'
import { type Seen, type survey, wrappedForm } from '#app/quoting/survey'
import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import type { QuoteRequest } from '#domain/quote'
import type { Route } from '#domain/route'
import { type Amount, gas, nativeToken } from '#domain/units'
import { findRoute } from '#routing/find-route'

/** Gas of a transaction that only wraps or unwraps, without what its native end adds; measured in the sandbox. */
const wrapGas = gas(50_000n)

/** Looks at the chain; again, wider, where a pool was seen too narrowly to answer. */
type Look = (options?: Parameters<typeof survey>[2]) => ReturnType<typeof survey>

/**
 * The best route over what the chain looks like now, and what was seen.
 * Native and its wrapped form are one token to the router: between them the route has no legs and is one for one.
 */
export async function bestRoute(
  context: Pick<QuoteContext, 'protocols'>,
  chain: Chain,
  request: QuoteRequest,
  amountIn: Amount,
  look: Look,
): Promise<{ seen: Seen; route: Route; poolsSeen: number }> {
  const { network } = chain
  const ends = { tokenIn: wrappedForm(network, request.sell), tokenOut: wrappedForm(network, request.buy) }
  const first = await look()
  const extras = {
    sellsNative: request.sell === nativeToken,
    buysNative: request.buy === nativeToken,
    paysAffiliate: amountIn < request.sellAmount,
  }
  if (ends.tokenIn === ends.tokenOut)
    return { seen: first, route: withEnds(wrapRoute(ends, amountIn), extras), poolsSeen: 0 }

  const { maxHops, maxSplits, maxLegs } = request
  const wanted = { ...ends, amountIn, wrapped: network.wrapped, maxHops, maxSplits, maxLegs }
  let seen = first
  let answer = findRoute(context, { snapshot: seen.snapshot, request: wanted })
  if (answer.narrow.length > 0) {
    seen = await look({ widen: answer.narrow })
    answer = findRoute(context, { snapshot: seen.snapshot, request: wanted })
  }
  if (answer.route === undefined) throw noRoute(network, request, seen)
  return { seen, route: withEnds(answer.route, extras), poolsSeen: seen.snapshot.pools.length }
}

const wrapRoute = (ends: { tokenIn: Route['tokenIn']; tokenOut: Route['tokenOut'] }, amountIn: Amount): Route => ({
  ...ends,
  amountIn,
  amountOut: amountIn,
  gas: wrapGas,
  gasInTokenOut: undefined,
  legs: [],
  paths: [],
  bestSinglePool: undefined,
})

function noRoute({ name }: Network, request: QuoteRequest, { sell, buy, snapshot }: Seen): Error {
  const what = `${decimalText(request.sellAmount, sell.decimals)} ${sell.symbol}`
  const why = `${snapshot.pools.length} pools of ${name} were looked at, block ${snapshot.block.number}.`
  return fail('NO_ROUTE', { from: what, to: buy.symbol }, { why })
}

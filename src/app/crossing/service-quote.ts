/** Swaps to another network by the quotes of a service elsewhere. */
import type { CrossingContext } from '#app/crossing/context'
import { createCrossQuote } from '#app/crossing/create-cross-quote'
import { floorBy } from '#app/crossing/floor'
import { requireNoLess } from '#app/trade/cross/quotes'
import type { CrossQuote, CrossQuoteRequest } from '#domain/crossing/cross-quote'
import type { CrossingOffers, OfferedCrossing, ShownRoute } from '#domain/crossing/offered-crossing'
import { fail, SwapError } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Quote } from '#domain/quotes/quote'
import { amount, type Hex, million, nativeToken, noBytes, type Ppm, quoteId } from '#domain/units'
import { decodeRoute, fitsTokens } from '#encoding/swap/route-bytes'
import { getNetworkEntry } from '#networks/find'

export interface ServiceQuoting {
  readonly offers: CrossingOffers
  /** How far a service's price may be from our own. */
  readonly maxImpact: Ppm
}

/**
 * Only the routes and what they give are the service's. Everything else is of our own quote over the same bridge and
 * asset, by the user's endpoints: contracts, fee, limits, failures. The transaction is made here from both, so there is
 * none of the service's to believe; with any route the contracts keep the minimums.
 * @throws `PRICE_FAR_FROM_MARKET` if it gives less than ours by more than the maximum impact; `CHECK_FAILED` if it gives
 *   that much more, if even its minimum is above ours, if the bridge would pay less by more than the slippage, or without a
 *   quote of our own; `SERVICE_PAYLOAD_MISMATCH` for routes that do not fit the trade
 */
export async function createServiceQuote(
  context: CrossingContext,
  { offers, maxImpact }: ServiceQuoting,
  request: CrossQuoteRequest,
): Promise<CrossQuote> {
  const offered = await offers.find(request)
  const own = await findOwnQuote(context, request, offered)
  requireFittingCalls(own, offered)
  requireNear(own, offered, maxImpact)
  const quote = adoptOffer(context, own, offered)
  requireNoLess(quote, own)
  requireReachable(quote, own)
  await context.crossQuotes.put(quote)
  return quote
}

/** Of the same bridge and asset. */
async function findOwnQuote(
  context: CrossingContext,
  request: CrossQuoteRequest,
  { bridge, asset }: OfferedCrossing,
): Promise<CrossQuote> {
  const isAllowed = request.bridges.length === 0 || request.bridges.includes(bridge)
  if (!isAllowed) throw mismatch('bridge', request.bridges.join(' or '), bridge)
  if (request.asset !== undefined && request.asset !== asset) throw mismatch('bridgeAsset', request.asset, asset)
  const crossQuotes = { ...context.crossQuotes, put: async () => undefined }
  try {
    const own = await createCrossQuote({ ...context, crossQuotes }, { ...request, bridges: [bridge], asset })
    return { ...own, request }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    const what = `The service's quote over ${bridge} cannot be compared with one of our own`
    throw fail('CHECK_FAILED', { reason: `${what}: ${error.message}` })
  }
}

const mismatch = (field: string, expected: string, actual: string): SwapError =>
  fail('SERVICE_PAYLOAD_MISMATCH', { field, expected, actual })

/** A swap on the sides where ours has one and nowhere else, in legs that the router reads, for about as much gas there. */
function requireFittingCalls(own: CrossQuote, offered: OfferedCrossing): void {
  const { legIn, legOut, calls, bridge } = own
  const { route, arrival } = offered.calls
  for (const [field, leg, bytes] of [
    ['route', legIn, route],
    ['arrivalRoute', legOut, arrival.route],
  ] as const) {
    if (leg === undefined && bytes !== noBytes) throw mismatch(field, 'nothing', 'a swap')
    if (leg !== undefined && !isRouteOf(leg, bytes)) throw mismatch(field, 'legs of the swap', 'something else')
  }
  if (legIn === undefined && offered.deposited !== bridge.deposited)
    throw mismatch('deposited', String(bridge.deposited), String(offered.deposited))
  const { gas } = calls.arrival
  if (arrival.gas > 2n * gas || arrival.gas < gas / 2n)
    throw mismatch('arrivalGas', `about ${gas}`, String(arrival.gas))
}

/** Unmarked legs between the tokens of `leg`; where a foreign route has to go through the router, the contracts see to it. */
function isRouteOf({ request: { network, sell, buy } }: Quote, bytes: Hex): boolean {
  const { wrapped } = getNetworkEntry(network)
  const isNative = sell === nativeToken || buy === nativeToken
  const found = decodeRoute(bytes, isNative)
  if (found === undefined || found.throughRouter || (isNative && found.wrapped !== wrapped)) return false
  return fitsTokens(found, { tokenIn: sell, tokenOut: buy })
}

/** Too little is a loss; too much is a swap that fails on the other network, and leaves a claim. */
function requireNear(own: CrossQuote, { amountOut }: OfferedCrossing, maxImpact: Ppm): void {
  const say = (raw: bigint) => `${formatDecimal(raw, own.buy.decimals)} ${own.buy.symbol}`
  const [quoted, market, limit] = [say(amountOut), say(own.amountOut), `${maxImpact / 10_000}%`]
  const promised = amountOut * million
  if (promised < own.amountOut * (million - BigInt(maxImpact)))
    throw fail('PRICE_FAR_FROM_MARKET', { quoted, market, limit })
  if (promised <= own.amountOut * (million + BigInt(maxImpact))) return
  throw fail('CHECK_FAILED', {
    reason: `The service promises ${quoted}, over your own endpoints it is ${market}: more than ${limit} above. The swap on ${own.request.toNetwork} would fail.`,
  })
}

/** A minimum above what our own endpoints see there is one that the swap misses: the payment would be kept as a claim. */
function requireReachable({ minimumOut, buy, request }: CrossQuote, own: CrossQuote): void {
  if (minimumOut <= own.amountOut) return
  const say = (raw: bigint) => `${formatDecimal(raw, buy.decimals)} ${buy.symbol}`
  throw fail('CHECK_FAILED', {
    reason: `The least of the service's quote is ${say(minimumOut)}, and over your own endpoints all that arrives is ${say(own.amountOut)}: the swap on ${request.toNetwork} would fail.`,
  })
}

/** Our quote with the service's routes; its fee, and so what the bridge pays for the deposit, stays ours. */
function adoptOffer(context: CrossingContext, own: CrossQuote, offered: OfferedCrossing): CrossQuote {
  const { request, legIn, legOut, calls } = own
  const { deposited } = offered
  const bridge = context.bridges.find(({ name }) => name === own.bridge.name)
  const depositedMin = legIn === undefined ? deposited : floorBy(deposited, request.slippageIn)
  const pay = (of: typeof deposited) => bridge?.quote(own.bridge.route, of, own.bridge.fee)
  const [paid, minPaid] = [pay(deposited), pay(depositedMin) ?? amount(0n)]
  if (paid === undefined) throw mismatch('deposited', 'more than the bridge keeps', String(deposited))
  const amountOut = legOut === undefined ? paid : offered.amountOut
  const wanted = floorBy(amountOut, request.slippage)
  return {
    ...own,
    id: quoteId(context.uuid()),
    ...(legIn === undefined ? {} : { legIn: showRoute(legIn, offered.shownIn, deposited) }),
    ...(legOut === undefined ? {} : { legOut: showRoute(legOut, offered.shownOut, amountOut) }),
    bridge: { ...own.bridge, deposited, depositedMin, paid },
    calls: {
      ...calls,
      route: offered.calls.route,
      arrival: legOut === undefined ? calls.arrival : offered.calls.arrival,
    },
    amountOut,
    minimumOut: legOut === undefined && minPaid < wanted ? minPaid : wanted,
  }
}

const showRoute = (leg: Quote, shown: ShownRoute, amountOut: Quote['route']['amountOut']): Quote => ({
  ...leg,
  route: { ...leg.route, ...shown, amountOut },
})

import { requireQuotedGasWithin, swapBudget } from '#app/trade/gas-budget'
import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { meansNobody, type Quote } from '#domain/quote'
import type { Guards, SwapRequest } from '#domain/trader'
import { type Address, million, type Ppm } from '#domain/units'

const percent = (ppm: Ppm): string => `${ppm / 10_000}%`

/**
 * The user's limits against a quote: everything that can be known before an approval costs anything.
 * @throws `SLIPPAGE_TOO_HIGH`, `PRICE_IMPACT_TOO_HIGH`, `PRICE_IMPACT_UNKNOWN`, `BELOW_MIN_OUT`, `ABOVE_MAX_IN`,
 *   `GAS_ABOVE_LIMIT`.
 */
export function checkGuards(network: Network, quote: Quote, request: Pick<SwapRequest, 'guards' | 'fees'>): void {
  const { guards } = request
  const { slippage } = quote.request
  if (slippage > guards.maxSlippage)
    throw fail('SLIPPAGE_TOO_HIGH', { slippage: percent(slippage), limit: percent(guards.maxSlippage) })
  checkImpact(quote, guards)
  if (guards.minimumOut !== undefined && quote.minimumOut < guards.minimumOut)
    throw belowMinimum(quote, guards.minimumOut)
  if (guards.maximumIn !== undefined && quote.request.sellAmount > guards.maximumIn)
    throw aboveMaximum(quote, guards.maximumIn)
  requireQuotedGasWithin(network, quote, request, swapBudget(network, quote, request))
}

/** An impact that nobody knows may be any: only the user's own minimum stands in for the limit then. */
function checkImpact({ priceImpact }: Quote, { maxImpact, minimumOut }: Guards): void {
  if (priceImpact === undefined) {
    if (minimumOut === undefined && maxImpact < million) throw fail('PRICE_IMPACT_UNKNOWN', {})
    return
  }
  if (priceImpact > maxImpact)
    throw fail('PRICE_IMPACT_TOO_HIGH', { impact: percent(priceImpact), limit: percent(maxImpact) })
}

function aboveMaximum({ request, sell }: Quote, maximum: bigint) {
  const say = (raw: bigint) => `${decimalText(raw, sell.decimals)} ${sell.symbol}`
  return fail('ABOVE_MAX_IN', { asked: say(request.sellAmount), maximum: say(maximum) })
}

/** What has to be sold for a bought amount is a service's word alone, so it needs the user's limit. @throws `SERVICE_CANNOT`. */
export function checkWord({ request }: Quote, { maximumIn }: Guards): void {
  if (request.buyAmount !== undefined && maximumIn === undefined)
    throw fail('SERVICE_CANNOT', {
      what: 'Buying an exact amount without --max-in',
      fix: 'repeat with --max-in <amount>, the most that may be sold for it',
    })
}

/** A service gives a payload by using its quote up: of a quote that exists that is more than looking. @throws `SERVICE_CANNOT`. */
export function checkKept({ quote }: Pick<SwapRequest, 'quote'>): void {
  if ('id' in quote)
    throw fail('SERVICE_CANNOT', {
      what: 'A dry run of a quote that exists',
      fix: 'leave the quote as it is and ask anew: swapline swap <amount> <sell> <buy> --dry-run',
    })
}

/** A newer quote may replace the accepted one only while it still gives what was accepted. @throws `BELOW_MIN_OUT`. */
export function checkFresh(accepted: Quote, fresh: Quote): void {
  if (fresh.route.amountOut < accepted.minimumOut) throw belowMinimum(fresh, accepted.minimumOut)
}

function belowMinimum({ route, minimumOut, buy }: Quote, minimum: bigint) {
  const quoted = minimumOut < minimum ? minimumOut : route.amountOut
  const say = (raw: bigint) => `${decimalText(raw, buy.decimals)} ${buy.symbol}`
  return fail('BELOW_MIN_OUT', { quoted: say(quoted), minimum: say(minimum) })
}

/** @throws `ACCOUNT_DIFFERS` when the quote was made for another account. */
export function checkSender(quote: Quote, account: Address): void {
  const { from } = quote.request
  if (!meansNobody(from) && from !== account) throw fail('ACCOUNT_DIFFERS', { expected: from, actual: account })
}

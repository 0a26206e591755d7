import { createSwapBudget, requireQuotedGasWithin } from '#app/trade/steps/gas-budget'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import { isPlaceholderAddress, type Quote } from '#domain/quotes/quote'
import type { Guards, SwapRequest } from '#domain/trade/trader'
import { type Address, million, type Ppm } from '#domain/units'

const formatPercent = (ppm: Ppm): string => `${ppm / 10_000}%`

/**
 * Checks a quote against the user's limits, as far as possible before an approval costs gas.
 * @throws `SLIPPAGE_TOO_HIGH`, `PRICE_IMPACT_TOO_HIGH`, `PRICE_IMPACT_UNKNOWN`, `BELOW_MIN_OUT`, `ABOVE_MAX_IN`,
 *   `GAS_ABOVE_LIMIT`.
 */
export function checkGuards(network: Network, quote: Quote, request: Pick<SwapRequest, 'guards' | 'fees'>): void {
  const { guards } = request
  const { slippage } = quote.request
  if (slippage > guards.maxSlippage)
    throw fail('SLIPPAGE_TOO_HIGH', { slippage: formatPercent(slippage), limit: formatPercent(guards.maxSlippage) })
  checkImpact(quote, guards)
  if (guards.minimumOut !== undefined && quote.minimumOut < guards.minimumOut)
    throw belowMinimumFailure(quote, guards.minimumOut, 'lower --min-out, or wait for a better price')
  if (guards.acceptedMinimum !== undefined && quote.route.amountOut < guards.acceptedMinimum)
    throw belowMinimumFailure(quote, guards.acceptedMinimum)
  checkMaxInput(quote, guards)
  if (quote.gasless !== undefined) requireFeeWithin(quote, quote.gasless.swapFee)
  else requireQuotedGasWithin(network, quote, request, createSwapBudget(network, quote, request))
}

/** An unknown impact may be any: only the user's own minimum replaces the limit then. */
function checkImpact({ priceImpact }: Quote, { maxImpact, minimumOut }: Guards): void {
  if (priceImpact === undefined) {
    if (minimumOut === undefined && maxImpact < million) throw fail('PRICE_IMPACT_UNKNOWN', {})
    return
  }
  if (priceImpact > maxImpact)
    throw fail('PRICE_IMPACT_TOO_HIGH', { impact: formatPercent(priceImpact), limit: formatPercent(maxImpact) })
}

/** As much of a sale as gas may cost by default: a quarter. @throws `GAS_ABOVE_LIMIT` */
function requireFeeWithin({ request, sell }: Quote, fee: bigint): void {
  if (4n * fee <= request.sellAmount) return
  const say = (raw: bigint) => `${formatDecimal(raw, sell.decimals)} ${sell.symbol}`
  throw fail('GAS_ABOVE_LIMIT', { cost: say(fee), limit: say(request.sellAmount / 4n), fix: ['sell more'] })
}

/** @throws `ABOVE_MAX_IN`. */
export function checkMaxInput({ request, sell }: Quote, { maximumIn }: Pick<Guards, 'maximumIn'>): void {
  if (maximumIn === undefined || request.sellAmount <= maximumIn) return
  const say = (raw: bigint) => `${formatDecimal(raw, sell.decimals)} ${sell.symbol}`
  throw fail('ABOVE_MAX_IN', { asked: say(request.sellAmount), maximum: say(maximumIn) })
}

/**
 * The input of an exact-output quote is the service's claim alone, so it needs the user's limit.
 * @throws `SERVICE_CANNOT`.
 */
export function requireMaxInput({ request }: Quote, { maximumIn }: Pick<Guards, 'maximumIn'>): void {
  if (request.buyAmount !== undefined && maximumIn === undefined)
    throw fail('SERVICE_CANNOT', {
      what: 'Buying an exact amount without --max-in',
      fix: 'repeat with --max-in <amount>, the most that may be sold for it',
    })
}

/**
 * A service consumes a quote to build its payload, so a dry run would use a stored quote up.
 * @throws `SERVICE_CANNOT`.
 */
export function refuseStoredQuote({ quote }: Pick<SwapRequest, 'quote'>): void {
  if ('id' in quote)
    throw fail('SERVICE_CANNOT', {
      what: 'A dry run of a stored quote',
      fix: 'keep the quote and request a new one: swapline swap <amount> <sell> <buy> --dry-run',
    })
}

/**
 * The minimum of a gasless quote is of what the relayer's fee leaves. A swap that the user sends pays no relayer, and would
 * accept so much less than its slippage allows.
 * @throws `USAGE`.
 */
export function refuseGasless({ id, gasless }: Quote): void {
  if (gasless === undefined) return
  throw fail('USAGE', {
    reason:
      'This quote is a gasless one: its minimum is of what a relayer’s fee leaves, and an ordinary swap pays none.',
    fix: `swapline swap ${id.slice(0, 8)} --gasless, or swap by a fresh quote: swapline quote <amount> <sell> <buy>`,
  })
}

/**
 * A newer quote may replace the accepted one only if it still gives at least the accepted amount.
 * @throws `BELOW_MIN_OUT`.
 */
export function checkRequote(accepted: Quote, fresh: Quote): void {
  if (fresh.route.amountOut < accepted.minimumOut) throw belowMinimumFailure(fresh, accepted.minimumOut)
}

function belowMinimumFailure({ route, minimumOut, buy }: Quote, minimum: bigint, fix?: string) {
  const quoted = minimumOut < minimum ? minimumOut : route.amountOut
  const say = (raw: bigint) => `${formatDecimal(raw, buy.decimals)} ${buy.symbol}`
  return fail('BELOW_MIN_OUT', { quoted: say(quoted), minimum: say(minimum), ...(fix === undefined ? {} : { fix }) })
}

/** @throws `ACCOUNT_DIFFERS` if the quote was made for another account. */
export function checkSender(quote: Quote, account: Address): void {
  const { from } = quote.request
  if (!isPlaceholderAddress(from) && from !== account)
    throw fail('ACCOUNT_DIFFERS', { expected: from, actual: account })
}

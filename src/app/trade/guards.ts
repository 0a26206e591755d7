import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { highestCost, type Payload } from '#domain/payload'
import { meansNobody, type Quote } from '#domain/quote'
import type { Guards, SwapRequest } from '#domain/trader'
import type { Address, Ppm } from '#domain/units'

const percent = (ppm: Ppm): string => `${ppm / 10_000}%`

/**
 * The user's limits against a quote: everything that can be known before an approval costs anything.
 * @throws `SLIPPAGE_TOO_HIGH`, `PRICE_IMPACT_TOO_HIGH`, `BELOW_MIN_OUT`, `ABOVE_MAX_IN`, `GAS_ABOVE_LIMIT`.
 */
export function checkGuards(network: Network, quote: Quote, guards: Guards): void {
  const { slippage } = quote.request
  if (slippage > guards.maxSlippage)
    throw fail('SLIPPAGE_TOO_HIGH', { slippage: percent(slippage), limit: percent(guards.maxSlippage) })
  if (quote.priceImpact !== undefined && quote.priceImpact > guards.maxImpact)
    throw fail('PRICE_IMPACT_TOO_HIGH', { impact: percent(quote.priceImpact), limit: percent(guards.maxImpact) })
  if (guards.minimumOut !== undefined && quote.minimumOut < guards.minimumOut)
    throw belowMinimum(quote, guards.minimumOut)
  if (guards.maximumIn !== undefined && quote.request.sellAmount > guards.maximumIn)
    throw aboveMaximum(quote, guards.maximumIn)
  checkCost(network, quote.route.gas * quote.gasPrice, guards)
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

/** @throws `GAS_ABOVE_LIMIT` when the gas may cost more than the user allowed. */
export const checkGasCost = (network: Network, payload: Payload, guards: Guards): void =>
  checkCost(network, highestCost(payload) - payload.value, guards)

function checkCost(network: Network, cost: bigint, { maxGas }: Guards): void {
  if (maxGas === undefined || cost <= maxGas) return
  const say = (raw: bigint) => `${decimalText(raw, network.native.decimals)} ${network.native.symbol}`
  throw fail('GAS_ABOVE_LIMIT', { cost: say(cost), limit: say(maxGas) })
}

/** @throws `ACCOUNT_DIFFERS` when the quote was made for another account. */
export function checkSender(quote: Quote, account: Address): void {
  const { from } = quote.request
  if (!meansNobody(from) && from !== account) throw fail('ACCOUNT_DIFFERS', { expected: from, actual: account })
}

import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { highestCost, type Payload } from '#domain/payload'
import { meansNobody, type Quote } from '#domain/quote'
import type { Guards } from '#domain/trader'
import type { Address, Ppm } from '#domain/units'

const percent = (ppm: Ppm): string => `${ppm / 10_000}%`

/**
 * The user's limits against a quote: everything that can be known before an approval costs anything.
 * @throws `SLIPPAGE_TOO_HIGH`, `PRICE_IMPACT_TOO_HIGH`, `BELOW_MIN_OUT`, `GAS_ABOVE_LIMIT`.
 */
export function checkGuards(network: Network, quote: Quote, guards: Guards): void {
  const { slippage } = quote.request
  if (slippage > guards.maxSlippage)
    throw fail('SLIPPAGE_TOO_HIGH', { slippage: percent(slippage), limit: percent(guards.maxSlippage) })
  if (quote.priceImpact !== undefined && quote.priceImpact > guards.maxImpact)
    throw fail('PRICE_IMPACT_TOO_HIGH', { impact: percent(quote.priceImpact), limit: percent(guards.maxImpact) })
  if (guards.minimumOut !== undefined && quote.minimumOut < guards.minimumOut)
    throw belowMinimum(quote, guards.minimumOut)
  checkCost(network, quote.route.gas * quote.gasPrice, guards)
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

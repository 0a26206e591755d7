import { orderFeeOf } from '#app/quoting/gasless'
import { toNativeValue } from '#app/trade/steps/gas-budget'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import type { Quote } from '#domain/quotes/quote'
import { wei } from '#domain/units'

/**
 * The most by which an order's gas exceeds its swap's: signature, calldata, the relayer's payment, a permit and new words
 * of storage; rounded up from what the relayer measured.
 */
const maxExtraGas = 125_000n

/**
 * A service may see another block, route and gas price than we do: prices of gas rise several times within minutes, and its
 * route may take more gas than ours.
 */
const maxTimesOwn = 5n

/**
 * Compares the fee that a service asks for an order with what our own relayer would, by our own estimate of the gas. Without
 * a price of the token sold it is bounded by its share of the sale alone.
 * @param own our quote of what the fee leaves to trade
 * @throws `GAS_ABOVE_LIMIT` if it is more than five times as much
 */
export function requireFairFee(
  network: Pick<Network, 'wrapped' | 'native'>,
  { gasless, sell }: Pick<Quote, 'gasless' | 'sell'>,
  own: Quote,
): void {
  if (gasless === undefined) return
  const { route, gasPrice, l1Fee = wei(0n) } = own
  const limit = maxTimesOwn * orderFeeOf({ gas: route.gas + maxExtraGas, gasPrice, l1Fee })
  const fee = gasless.swapFee
  const worth = toNativeValue(network, own, fee)
  if (worth === undefined || worth <= limit) return
  const say = (raw: bigint) => `${formatDecimal(raw, sell.decimals)} ${sell.symbol}`
  throw fail('GAS_ABOVE_LIMIT', {
    cost: say(fee),
    limit: say((fee * limit) / worth),
    fix: ['pay the gas yourself: leave --gasless out', 'ask this service again later, or another one'],
  })
}

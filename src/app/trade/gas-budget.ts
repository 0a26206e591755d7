/** What gas may cost: the network's ceilings and the user's own limits, resolved before anyone is asked or signs. */
import { headroomPerLeg } from '#app/transaction'
import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { type GasFees, gasPriceOf, type Payload } from '#domain/payload'
import type { Quote } from '#domain/quote'
import type { GasCost, SwapRequest } from '#domain/trader'
import { nativeToken, type Wei, wei } from '#domain/units'
import { gasLimitCap } from '#encoding/check-payload'

/** The bounds of one transaction's gas. */
export interface GasBudget {
  /** Per unit of gas: the network's ceiling, or the price the user named. */
  readonly maxPrice: Wei
  /** Gas limit times the price that is offered. */
  readonly maxCost: Wei
  /** Only a swap's bounds can be moved by options. */
  readonly of: 'swap' | 'call'
}

/** The part of a sale's value that its gas may cost: a quarter. */
const shareOfSale = 4n

/**
 * The bounds of a swap. A price the user names (`--max-fee`, `--gas-price`) takes the place of the network's ceiling,
 * above it too; `--max-gas` takes the place of the default, but raises no price.
 *
 * Without `--max-gas` the gas may cost a quarter of what is sold, or the entry's floor where that is more, and never
 * more than the quote's gas, headroom included, at the highest price, which alone counts where the sale has no known value.
 */
export function swapBudget(
  network: Network,
  quote: Quote,
  { guards, fees }: Pick<SwapRequest, 'guards' | 'fees'>,
): GasBudget {
  const maxPrice = namedPrice(quote, fees) ?? network.maxGasPrice
  if (guards.maxGas !== undefined) return { maxPrice, maxCost: guards.maxGas, of: 'swap' }
  const atHighestPrice = maxPrice * gasOf(quote)
  const value = saleValue(network, quote)
  const usual = value === undefined ? atHighestPrice : larger(value / shareOfSale, network.gasBudgetFloor)
  return { maxPrice, maxCost: wei(smaller(usual, atHighestPrice)), of: 'swap' }
}

/** The most gas that the quote's payload is given: what it will be estimated at is known only after it was agreed to. */
const gasOf = ({ gasLimit, route }: Quote): bigint =>
  smaller(gasLimit + BigInt(route.legs.length) * headroomPerLeg, gasLimitCap)

/** As a person is asked about it. */
export const swapGas = ({ route, gasPrice, usd }: Quote, { maxCost, maxPrice }: GasBudget): GasCost => ({
  maxGasCost: maxCost,
  expectedGasCost: wei(route.gas * smaller(gasPrice, maxPrice)),
  nativeUsd: usd.native,
})

/** The bounds of an approval or a deployment: the ceiling alone. @param maxGas no more gas than this is bought */
export const callBudget = ({ maxGasPrice }: Network, maxGas: bigint = gasLimitCap): GasBudget => ({
  maxPrice: maxGasPrice,
  maxCost: wei(maxGasPrice * smaller(maxGas, gasLimitCap)),
  of: 'call',
})

/**
 * The last look at what a payload offers for gas, for every payload that is signed.
 * @throws `GAS_ABOVE_LIMIT`.
 */
export function requireFeesWithin(network: Network, payload: Pick<Payload, 'gasLimit' | 'fees'>, budget: GasBudget) {
  const { gasLimit, fees } = payload
  requirePriceWithin(network, fees, budget)
  if (gasLimit > gasLimitCap)
    throw fail('GAS_ABOVE_LIMIT', { cost: `${gasLimit} units`, limit: `${gasLimitCap} units`, fix: otherEndpoint })
  requireCostWithin(network, gasLimit * gasPriceOf(fees), budget)
}

/** @throws `GAS_ABOVE_LIMIT` where a unit of gas is offered more than the budget's price. */
export function requirePriceWithin({ name }: Pick<Network, 'name'>, fees: GasFees, { maxPrice, of }: GasBudget): void {
  const price = gasPriceOf(fees)
  if (price <= maxPrice) return
  throw fail('GAS_ABOVE_LIMIT', {
    cost: `${decimalText(price, 9)} gwei a unit`,
    limit: `${decimalText(maxPrice, 9)} gwei on ${name}`,
    fix: of === 'swap' ? [...otherEndpoint, 'name the price yourself: --max-fee <gwei>'] : otherEndpoint,
  })
}

/** @throws `GAS_ABOVE_LIMIT` where gas costs more than the budget in wei. */
export function requireCostWithin({ native }: Network, cost: bigint, { maxCost, of }: GasBudget): void {
  if (cost <= maxCost) return
  const say = (raw: bigint) => `${decimalText(raw, native.decimals)} ${native.symbol}`
  throw fail('GAS_ABOVE_LIMIT', {
    cost: say(cost),
    limit: say(maxCost),
    ...(of === 'swap' ? {} : { fix: otherEndpoint }),
  })
}

const otherEndpoint = ['wait for a lower gas price', 'ask another endpoint: --rpc-url <url>'] as const

/**
 * What can be known of the price before a payload is built.
 * @throws `GAS_ABOVE_LIMIT` where what the quote expects is above the budget already.
 */
export function requireQuotedGasWithin(
  network: Network,
  quote: Quote,
  { fees }: Pick<SwapRequest, 'fees'>,
  budget: GasBudget,
): void {
  const named = namedPrice(quote, fees)
  if (named === undefined) requirePriceWithin(network, { type: 0, gasPrice: quote.gasPrice }, budget)
  requireCostWithin(network, quote.route.gas * smaller(quote.gasPrice, budget.maxPrice), budget)
}

const namedPrice = ({ request }: Quote, { most }: SwapRequest['fees']): Wei | undefined => most ?? request.gasPrice

/** In wei, rounded down; `undefined` where the sold token has no price in the native currency. */
function saleValue({ wrapped, native }: Network, { request, sell, usd }: Quote): bigint | undefined {
  if (request.sell === nativeToken || request.sell === wrapped) return request.sellAmount
  if (usd.sell === undefined || usd.native === undefined) return undefined
  const coins = (Number(decimalText(request.sellAmount, sell.decimals)) * usd.sell) / usd.native
  const units = Math.floor(coins * 10 ** native.decimals)
  return Number.isFinite(units) && units >= 0 ? BigInt(units) : undefined
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

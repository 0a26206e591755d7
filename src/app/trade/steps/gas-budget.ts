/**
 * Limits of the gas cost: the network's ceilings and the user's limits, resolved before the user confirms or signs. Where
 * the chain takes an L1 fee, it counts like gas.
 */
import { fetchL1Fee, reserveL1Fee } from '#app/funds'
import { getGasCap, getPayloadHeadroom } from '#app/gas-limit'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { GasBudget, SignedTx } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import { type GasFees, gasPriceOf, type Payload } from '#domain/payload'
import { getExpectedCost, type Quote } from '#domain/quotes/quote'
import type { GasCost } from '#domain/trade/dialogue'
import type { SwapRequest } from '#domain/trade/trader'
import { nativeToken, type Wei, wei } from '#domain/units'
import { gasLimitCap } from '#encoding/swap/check-payload'

/** The share of a sale's value that its gas may cost: a quarter. */
const shareOfSale = 4n

/**
 * The gas limits of a swap. A price the user names (`--max-fee`, `--gas-price`) replaces the network's ceiling, even
 * above it; `--max-gas` replaces the default, but raises no price.
 *
 * Without `--max-gas` the gas may cost a quarter of the value sold, or the entry's floor if that is more, but at most
 * the quote's gas, headroom included, at the highest price, and the L1 fee. Only the latter applies if the sale has no
 * known value.
 */
export function createSwapBudget(
  network: Network,
  quote: Quote,
  { guards, fees }: Pick<SwapRequest, 'guards' | 'fees'>,
): GasBudget {
  const maxPrice = findNamedPrice(quote, fees) ?? network.maxGasPrice
  if (guards.maxGas !== undefined) return { maxPrice, maxCost: guards.maxGas, of: 'swap' }
  const atHighestPrice = maxPrice * maxGasOf(network, quote) + roomForL1Fee(quote)
  const value = toNativeValue(network, quote, quote.request.sellAmount)
  const usual = value === undefined ? atHighestPrice : maxBigint(value / shareOfSale, network.gasBudgetFloor)
  return { maxPrice, maxCost: wei(minBigint(usual, atHighestPrice)), of: 'swap' }
}

/** It may rise by a quarter until it is counted at the signature, as what may rise by a quarter again. */
export const roomForL1Fee = ({ l1Fee = wei(0n) }: Pick<Quote, 'l1Fee'>): Wei => reserveL1Fee(reserveL1Fee(l1Fee))

/** The maximum gas of the quote's payload: its estimate is known only after the user has confirmed. */
const maxGasOf = (network: Network, quote: Quote): bigint =>
  minBigint(quote.gasLimit + getPayloadHeadroom(quote), getGasCap(network))

/** What the quote's transaction costs now, if no more is offered for its gas than the budget's price. */
const getCappedCost = (quote: Quote, maxPrice: Wei): Wei =>
  getExpectedCost({ ...quote, gasPrice: wei(minBigint(quote.gasPrice, maxPrice)) })

/** As shown to the user for confirmation. */
export const toGasCost = (quote: Quote, { maxCost, maxPrice }: GasBudget): GasCost => ({
  maxGasCost: maxCost,
  expectedGasCost: getCappedCost(quote, maxPrice),
  nativeUsd: quote.usd.native,
})

/**
 * The limits of an approval or a deployment: the ceiling alone.
 * @param maxGas at most this much gas is bought
 * @param maxPrice per unit, in wei: in place of the network's ceiling
 */
export const createCallBudget = (
  network: Network,
  maxGas: bigint = getCallCap(network),
  maxPrice: Wei = network.maxGasPrice,
): GasBudget => ({ maxPrice, maxCost: wei(maxPrice * minBigint(maxGas, getCallCap(network))), of: 'call' })

/**
 * The limits of a transaction whose limits another machine wrote down: never above what is allowed here. What its own
 * bytes cost has been agreed to.
 */
export function capBudget(
  { maxGasPrice }: Pick<Network, 'maxGasPrice'>,
  { payload, budget }: { readonly payload: Pick<Payload, 'gasLimit' | 'fees'>; readonly budget: GasBudget },
  maxCost: bigint,
): GasBudget {
  const price = gasPriceOf(payload.fees)
  return {
    ...budget,
    maxPrice: wei(minBigint(budget.maxPrice, maxBigint(maxGasPrice, price))),
    maxCost: wei(minBigint(budget.maxCost, maxBigint(maxCost, payload.gasLimit * price))),
  }
}

/** A deployment may need more than the usual block of a chain, or more than other chains allow. */
const getCallCap = (network: Network): bigint => maxBigint(getGasCap(network), gasLimitCap)

/**
 * The final check of what a payload may cost, for every payload that is signed where a chain can be asked.
 * @returns what is reserved for its L1 fee, as the journal records it: nothing where there is none
 * @throws `GAS_ABOVE_LIMIT`
 */
export async function requireAllFeesWithin(
  chain: Chain,
  payload: Payload,
  budget: GasBudget,
): Promise<Pick<SignedTx, 'l1Fee'>> {
  requireFeesWithin(chain.network, payload, budget)
  const l1Fee = reserveL1Fee(await fetchL1Fee(chain, payload))
  requireCostWithin(chain.network, { gas: payload.gasLimit * gasPriceOf(payload.fees), l1Fee }, budget)
  return l1Fee === 0n ? {} : { l1Fee }
}

/**
 * The check of a payload's gas limit and fees, without the L1 fee, which only the chain's oracle tells.
 * @throws `GAS_ABOVE_LIMIT`.
 */
export function requireFeesWithin(network: Network, payload: Pick<Payload, 'gasLimit' | 'fees'>, budget: GasBudget) {
  const { gasLimit, fees } = payload
  requirePriceWithin(network, fees, budget)
  const maxGas = budget.of === 'swap' ? getGasCap(network) : getCallCap(network)
  if (gasLimit > maxGas)
    throw fail('GAS_ABOVE_LIMIT', { cost: `${gasLimit} units`, limit: `${maxGas} units`, fix: gasLimitFixes })
  requireCostWithin(network, { gas: gasLimit * gasPriceOf(fees) }, budget)
}

/** @throws `GAS_ABOVE_LIMIT` if the price per unit of gas exceeds the budget's price. */
export function requirePriceWithin({ name }: Pick<Network, 'name'>, fees: GasFees, { maxPrice, of }: GasBudget): void {
  const price = gasPriceOf(fees)
  if (price <= maxPrice) return
  throw fail('GAS_ABOVE_LIMIT', {
    cost: `${formatDecimal(price, 9)} gwei a unit`,
    limit: `${formatDecimal(maxPrice, 9)} gwei on ${name}`,
    fix: of === 'swap' ? [...gasPriceFixes, 'name the price yourself: --max-fee <gwei>'] : gasPriceFixes,
  })
}

/** In wei; the L1 fee as it is reserved, where there is one. */
interface Cost {
  readonly gas: bigint
  readonly l1Fee?: bigint
}

/** @throws `GAS_ABOVE_LIMIT` if gas and the L1 fee cost more than the budget allows. */
export function requireCostWithin({ native }: Network, { gas, l1Fee = 0n }: Cost, { maxCost, of }: GasBudget): void {
  if (gas + l1Fee <= maxCost) return
  const say = (raw: bigint) => `${formatDecimal(raw, native.decimals)} ${native.symbol}`
  throw fail('GAS_ABOVE_LIMIT', {
    cost: l1Fee === 0n ? say(gas) : `${say(gas + l1Fee)} with the L1 fee`,
    limit: say(maxCost),
    ...(of === 'swap' ? {} : { fix: gasPriceFixes }),
  })
}

const gasLimitFixes = ['swap less, or over fewer pools: --max-legs <number>'] as const
const gasPriceFixes = ['wait for a lower gas price', 'ask another endpoint: --rpc-url <url>'] as const

/**
 * Checks the price before a payload is built.
 * @throws `GAS_ABOVE_LIMIT` if the quote's expected gas cost is already above the budget.
 */
export function requireQuotedGasWithin(
  network: Network,
  quote: Quote,
  { fees }: Pick<SwapRequest, 'fees'>,
  budget: GasBudget,
): void {
  const named = findNamedPrice(quote, fees)
  if (named === undefined) requirePriceWithin(network, { type: 0, gasPrice: quote.gasPrice }, budget)
  requireCostWithin(network, { gas: getCappedCost(quote, budget.maxPrice) }, budget)
}

const findNamedPrice = ({ request }: Quote, { max }: SwapRequest['fees']): Wei | undefined => max ?? request.gasPrice

/** So much of the input token in wei, rounded down; `undefined` if it has no price in the native currency. */
export function toNativeValue(
  { wrapped, native }: Pick<Network, 'wrapped' | 'native'>,
  { request, sell, usd }: Pick<Quote, 'request' | 'sell' | 'usd'>,
  raw: bigint,
): bigint | undefined {
  if (request.sell === nativeToken || request.sell === wrapped) return raw
  if (usd.sell === undefined || usd.native === undefined) return undefined
  const coins = (Number(formatDecimal(raw, sell.decimals)) * usd.sell) / usd.native
  const units = Math.floor(coins * 10 ** native.decimals)
  return Number.isFinite(units) && units >= 0 ? BigInt(units) : undefined
}

const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxBigint = (a: bigint, b: bigint): bigint => (a > b ? a : b)

import { reserveL1Fee } from '#app/funds'
import { getGasCap } from '#app/gas-limit'
import { requireCostWithin, roomForL1Fee } from '#app/trade/steps/gas-budget'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { formatDecimal } from '#domain/format-decimal'
import type { GasBudget } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import type { CrossRequest } from '#domain/trade/crossing'
import type { GasCost } from '#domain/trade/dialogue'
import { nativeToken, wei } from '#domain/units'

/** The share of a sale's value that its gas may cost: a quarter, as of a swap. */
const shareOfSale = 4n

/** The limits of a crossing's transaction, by the rules of a swap's. */
export function createCrossBudget(
  network: Network,
  quote: CrossQuote,
  { guards, fees }: Pick<CrossRequest, 'guards' | 'fees'>,
): GasBudget {
  const maxPrice = fees.max ?? network.maxGasPrice
  if (guards.maxGas !== undefined) return { maxPrice, maxCost: guards.maxGas, of: 'swap' }
  const cap = getGasCap(network)
  const atHighestPrice = maxPrice * (quote.gasLimit < cap ? quote.gasLimit : cap) + roomForL1Fee(quote)
  const value = computeSaleValue(network, quote)
  if (value === undefined) return { maxPrice, maxCost: wei(atHighestPrice), of: 'swap' }
  const share = value / shareOfSale
  const usual = share > network.gasBudgetFloor ? share : network.gasBudgetFloor
  return { maxPrice, maxCost: wei(usual < atHighestPrice ? usual : atHighestPrice), of: 'swap' }
}

/** Before an approval is paid for. @throws `GAS_ABOVE_LIMIT` if the L1 fee alone is above the limit */
export function requireL1FeeWithin(network: Network, { l1Fee = wei(0n) }: CrossQuote, budget: GasBudget): void {
  requireCostWithin(network, { gas: 0n, l1Fee: reserveL1Fee(l1Fee) }, budget)
}

export const toCrossGasCost = (quote: CrossQuote, { maxCost }: GasBudget): GasCost => {
  const expected = quote.gasLimit * quote.gasPrice + (quote.l1Fee ?? 0n)
  return {
    maxGasCost: maxCost,
    expectedGasCost: wei(expected < maxCost ? expected : maxCost),
    nativeUsd: quote.usd.native,
  }
}

/** In wei, rounded down; `undefined` if the input token has no price in the native currency. */
function computeSaleValue({ wrapped, native }: Network, { request, sell, usd }: CrossQuote): bigint | undefined {
  if (request.sell === nativeToken || request.sell === wrapped) return request.sellAmount
  if (usd.sell === undefined || usd.native === undefined) return undefined
  const coins = (Number(formatDecimal(request.sellAmount, sell.decimals)) * usd.sell) / usd.native
  const units = Math.floor(coins * 10 ** native.decimals)
  return Number.isFinite(units) && units >= 0 ? BigInt(units) : undefined
}

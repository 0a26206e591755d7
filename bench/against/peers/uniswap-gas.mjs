import { gasCost, gasPriceIn, usdOf } from '#evaluate'
import { itemAt } from '#item-at'

/** @import { GasModel, Market } from '#peers/uniswap-shapes' */

/** The token in which the package wants dollars, whatever a set trades. */
const usdc = { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 }
const gasOf = { cp: 90_000, v3: 120_000 }

/**
 * The gas of a route by the set, in the package's format.
 * @param {Market} market
 * @param {number} tokenOut
 * @returns {GasModel}
 */
export function gasModelOf({ set, tokens, Token, CurrencyAmount, BigNumber }, tokenOut) {
  const dollar = new Token(1, usdc.address, usdc.decimals, 'USDC')
  return {
    estimateGasCost({ route }) {
      const gas = route.pools ? route.pools.length * gasOf.v3 : route.pairs.length * gasOf.cp
      const dollars = gas * gasPriceIn(set, tokenOut) * usdOf(set, tokenOut)
      return {
        gasEstimate: BigNumber.from(gas),
        gasCostInToken: CurrencyAmount.fromRawAmount(itemAt(tokens, tokenOut), String(gasCost(set, tokenOut, gas))),
        gasCostInUSD: CurrencyAmount.fromRawAmount(dollar, Math.round(dollars * 10 ** usdc.decimals)),
      }
    },
  }
}

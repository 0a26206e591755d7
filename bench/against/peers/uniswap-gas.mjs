import { gasCost, gasPriceIn } from '#evaluate'

const gasOf = { cp: 90_000, v3: 120_000 }

/** The gas of a route as the set has it, in the words of the package. */
export function gasModelOf({ set, tokens, CurrencyAmount, BigNumber }, tokenOut) {
  return {
    estimateGasCost({ route }) {
      const gas = route.pools ? route.pools.length * gasOf.v3 : route.pairs.length * gasOf.cp
      const dollars = gas * gasPriceIn(set, tokenOut) * set.tokens[tokenOut].usd
      return {
        gasEstimate: BigNumber.from(gas),
        gasCostInToken: CurrencyAmount.fromRawAmount(tokens[tokenOut], String(gasCost(set, tokenOut, gas))),
        gasCostInUSD: CurrencyAmount.fromRawAmount(tokens[usdc], Math.round(dollars * 10 ** set.tokens[usdc].decimals)),
      }
    },
  }
}

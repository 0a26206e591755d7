import { entryOf, itemAt } from '#item-at'
import { openPeer } from '#peers/package'

/**
 * @import { AmountClass, TokenClass, UniPair, V2Sdk } from '#peers/uniswap-shapes'
 * @import { Runner } from '#shapes'
 */

const packageName = '@uniswap/v2-sdk'

/** @type {Runner} */
export const runner = {
  heedsLegs: false,
  packageName,
  about: 'Trade.bestTradeExactIn: constant product only, 3 hops, no splits',
  maxPools: 1_500,
  open(set) {
    const { exports, load } = openPeer(packageName)
    const { Pair, Trade } = /** @type {V2Sdk} */ (exports)
    const sdk = /** @type {{ Token: TokenClass, CurrencyAmount: AmountClass }} */ (load('@uniswap/sdk-core'))
    const { Token, CurrencyAmount } = sdk
    const tokens = set.tokens.map(({ address, decimals, symbol }) => new Token(1, address, decimals, symbol))
    const tokenIndex = new Map(tokens.map(({ address }, i) => [address, i]))
    /**
     * @param {number} token
     * @param {string} raw
     */
    const amountOf = (token, raw) => CurrencyAmount.fromRawAmount(itemAt(tokens, token), raw)
    const pairs = set.pools.flatMap((pool, index) => {
      if (pool.type !== 'cp') return []
      const [token0, token1] = pool.tokens
      const [r0, r1] = pool.reserves
      return [{ index, pair: new Pair(amountOf(token0, r0), amountOf(token1, r1)) }]
    })
    const poolIndex = new Map(pairs.map(({ index, pair }) => [identity(pair), index]))
    const list = pairs.map(({ pair }) => pair)

    return {
      quote({ tokenIn, tokenOut, amount }) {
        const limits = { maxHops: 3, maxNumResults: 1 }
        const [trade] = Trade.bestTradeExactIn(list, amountOf(tokenIn, amount), itemAt(tokens, tokenOut), limits)
        if (trade === undefined) return undefined
        const path = trade.route.path.map(({ address }) => entryOf(tokenIndex, address))
        const legs = trade.route.pairs.map((pair, i) => {
          const pool = entryOf(poolIndex, identity(pair))
          return { pool, tokenIn: itemAt(path, i), tokenOut: itemAt(path, i + 1), share: 1 }
        })
        return { route: { legs }, claimed: BigInt(String(trade.outputAmount.quotient)) }
      },
    }
  },
}

/**
 * The package returns other objects than it was given; no two pairs of a set have the same reserves.
 * @param {UniPair} pair
 */
const identity = ({ reserve0, reserve1 }) =>
  [reserve0, reserve1].map(({ currency, quotient }) => `${currency.address} ${quotient}`).join()

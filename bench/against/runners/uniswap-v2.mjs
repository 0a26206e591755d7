import { openPeer } from '#peers/package'

const packageName = '@uniswap/v2-sdk'

export const runner = {
  heedsLegs: false,
  packageName,
  about: 'Trade.bestTradeExactIn: constant product only, 3 hops, no splits',
  maxPools: 1_500,
  open(set) {
    const { exports, load } = openPeer(packageName)
    const { Token, CurrencyAmount } = load('@uniswap/sdk-core')
    const tokens = set.tokens.map(({ address, decimals, symbol }) => new Token(1, address, decimals, symbol))
    const tokenIndex = new Map(tokens.map(({ address }, i) => [address, i]))
    const amountOf = (token, raw) => CurrencyAmount.fromRawAmount(tokens[token], raw)
    const pairs = set.pools.flatMap((pool, index) => {
      if (pool.type !== 'cp') return []
      return [{ index, pair: new exports.Pair(...pool.reserves.map((raw, i) => amountOf(pool.tokens[i], raw))) }]
    })
    const poolIndex = new Map(pairs.map(({ index, pair }) => [identity(pair), index]))
    const list = pairs.map(({ pair }) => pair)

    return {
      quote({ tokenIn, tokenOut, amount }) {
        const limits = { maxHops: 3, maxNumResults: 1 }
        const [trade] = exports.Trade.bestTradeExactIn(list, amountOf(tokenIn, amount), tokens[tokenOut], limits)
        if (trade === undefined) return undefined
        const path = trade.route.path.map(({ address }) => tokenIndex.get(address))
        const legs = trade.route.pairs.map((pair, i) => {
          return { pool: poolIndex.get(identity(pair)), tokenIn: path[i], tokenOut: path[i + 1], share: 1 }
        })
        return { route: { legs }, claimed: BigInt(String(trade.outputAmount.quotient)) }
      },
    }
  },
}

/** The package returns other objects than it was given; no two pairs of a set have the same reserves. */
const identity = ({ reserve0, reserve1 }) =>
  [reserve0, reserve1].map(({ currency, quotient }) => `${currency.address} ${quotient}`).join()

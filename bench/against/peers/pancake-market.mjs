import { openPeer } from '#peers/package'

export const packageName = '@pancakeswap/smart-router'

/**
 * A set in the format of PancakeSwap's routers, and the conversion of their trades. Their pairs always charge 0.25 %.
 */
export function openPancake(set) {
  const { exports: router, load } = openPeer(packageName)
  const sdk = load('@pancakeswap/sdk')
  const { getAddress } = load('viem')
  // the router finds wrapped native by comparing strings, and its own lists are in mixed case
  const tokens = set.tokens.map(({ address, decimals, symbol }) => {
    return new sdk.ERC20Token(1, getAddress(address.toLowerCase()), decimals, symbol)
  })
  const pools = set.pools.map((pool, number) => ({ ...poolOf({ router, sdk, tokens }, pool), number }))
  const tokenIndex = new Map(set.tokens.map(({ address }, i) => [address.toLowerCase(), i]))
  return {
    router,
    pools,
    tradeOf: ({ tokenIn, tokenOut, amount }) => [
      sdk.CurrencyAmount.fromRawAmount(tokens[tokenIn], BigInt(amount)),
      tokens[tokenOut],
      sdk.TradeType.EXACT_INPUT,
    ],
    answerOf: (job, trade) => ({
      claimed: BigInt(trade.outputAmount.quotient),
      route: { paths: trade.routes.map((route) => pathOf({ tokenIndex }, job, route)) },
    }),
  }
}

function pathOf({ tokenIndex }, { amount }, { path, pools, percent, inputAmount }) {
  const tokens = path.map((token) => tokenIndex.get(token.address.toLowerCase()))
  const amountIn = BigInt(inputAmount?.quotient ?? (BigInt(amount) * BigInt(percent)) / 100n)
  return { amountIn, hops: pools.map(({ number }, i) => ({ pool: number, tokenOut: tokens[i + 1] })) }
}

function poolOf({ router, sdk, tokens }, pool) {
  const [token0, token1] = pool.tokens.map((index) => tokens[index])
  const amounts = ([a, b]) => ({
    reserve0: sdk.CurrencyAmount.fromRawAmount(token0, a),
    reserve1: sdk.CurrencyAmount.fromRawAmount(token1, b),
  })
  if (pool.type === 'cp') return { type: router.PoolType.V2, ...amounts(pool.reserves) }
  const root = Number(pool.sqrtPriceX96) / 2 ** 96
  const held = [Number(pool.liquidity) / root, Number(pool.liquidity) * root]
  return {
    type: router.PoolType.V3,
    ...amounts(held.map((amount) => BigInt(Math.floor(amount)) + 1n)),
    token0,
    token1,
    fee: pool.feePpm,
    liquidity: BigInt(pool.liquidity),
    sqrtRatioX96: BigInt(pool.sqrtPriceX96),
    tick: pool.tick,
    address: pool.id,
    token0ProtocolFee: new sdk.Percent(0, 100),
    token1ProtocolFee: new sdk.Percent(0, 100),
    ticks: pool.ticks.map(([index, text]) => {
      const liquidityNet = BigInt(text)
      return { index, liquidityNet, liquidityGross: liquidityNet < 0n ? -liquidityNet : liquidityNet }
    }),
  }
}

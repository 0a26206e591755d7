import { entryOf, itemAt } from '#item-at'
import { openPeer } from '#peers/package'
import { amountsInRange } from '#token-prices'

/**
 * @import { Answer, Job, Path, Pool, PoolSet } from '#shapes'
 * @typedef {{ address: string }} PancakeToken
 * @typedef {object} PancakeAmount
 * @typedef {object} Percent
 * @typedef {object} Sdk what is used of the SDK
 * @property {new (chainId: number, address: string, decimals: number, symbol: string) => PancakeToken} ERC20Token
 * @property {{ fromRawAmount(token: PancakeToken, amount: string | bigint): PancakeAmount }} CurrencyAmount
 * @property {new (part: number, whole: number) => Percent} Percent
 * @property {{ EXACT_INPUT: number }} TradeType
 * @typedef {{ type: number, number: number }} PancakePool with its number in the set
 * @typedef {object} PancakeRoute
 * @property {readonly PancakeToken[]} path
 * @property {readonly PancakePool[]} pools
 * @property {number} percent
 * @property {{ quotient: bigint }} [inputAmount]
 * @typedef {{ outputAmount: { quotient: bigint }, routes: readonly PancakeRoute[] }} PancakeTrade
 * @typedef {[amount: PancakeAmount, to: PancakeToken, type: number]} PancakeJob
 * @typedef {(...args: [...PancakeJob, options: object]) => Promise<PancakeTrade | undefined>} GetBestTrade
 * @typedef {object} SmartRouter
 * @property {GetBestTrade} getBestTrade
 * @property {(pools: readonly PancakePool[]) => object} createStaticPoolProvider
 * @property {() => object} createOffChainQuoteProvider
 * @typedef {object} PancakeRouter what is used of the package
 * @property {SmartRouter} SmartRouter
 * @property {{ getBestTrade: GetBestTrade }} InfinityRouter
 * @property {{ V2: number, V3: number }} PoolType
 */

export const packageName = '@pancakeswap/smart-router'

/**
 * A set in the format of PancakeSwap's routers, and the conversion of their trades. Their pairs always charge 0.25 %.
 * @param {PoolSet} set
 */
export function openPancake(set) {
  const { exports, load } = openPeer(packageName)
  const router = /** @type {PancakeRouter} */ (exports)
  const sdk = /** @type {Sdk} */ (load('@pancakeswap/sdk'))
  const { getAddress } = /** @type {{ getAddress(address: string): string }} */ (load('viem'))
  // the router finds wrapped native by comparing strings, and its own lists are in mixed case
  const tokens = set.tokens.map(({ address, decimals, symbol }) => {
    return new sdk.ERC20Token(1, getAddress(address.toLowerCase()), decimals, symbol)
  })
  const pools = set.pools.map((pool, number) => ({ ...poolOf({ router, sdk, tokens }, pool), number }))
  const tokenIndex = new Map(set.tokens.map(({ address }, i) => [address.toLowerCase(), i]))
  return {
    router,
    pools,
    /**
     * @param {Job} job
     * @returns {PancakeJob}
     */
    tradeOf: ({ tokenIn, tokenOut, amount }) => [
      sdk.CurrencyAmount.fromRawAmount(itemAt(tokens, tokenIn), BigInt(amount)),
      itemAt(tokens, tokenOut),
      sdk.TradeType.EXACT_INPUT,
    ],
    /**
     * @param {Job} job
     * @param {PancakeTrade} trade
     * @returns {Answer}
     */
    answerOf: (job, trade) => ({
      claimed: BigInt(trade.outputAmount.quotient),
      route: { paths: trade.routes.map((route) => pathOf({ tokenIndex }, job, route)) },
    }),
  }
}

/**
 * @param {{ tokenIndex: ReadonlyMap<string, number> }} market
 * @param {Job} job
 * @param {PancakeRoute} route
 * @returns {Path}
 */
function pathOf({ tokenIndex }, { amount }, { path, pools, percent, inputAmount }) {
  const tokens = path.map((token) => entryOf(tokenIndex, token.address.toLowerCase()))
  const amountIn = BigInt(inputAmount?.quotient ?? (BigInt(amount) * BigInt(percent)) / 100n)
  return { amountIn, hops: pools.map(({ number }, i) => ({ pool: number, tokenOut: itemAt(tokens, i + 1) })) }
}

/**
 * @param {{ router: PancakeRouter, sdk: Sdk, tokens: readonly PancakeToken[] }} market
 * @param {Pool} pool
 */
function poolOf({ router, sdk, tokens }, pool) {
  const [token0, token1] = [itemAt(tokens, pool.tokens[0]), itemAt(tokens, pool.tokens[1])]
  /** @param {readonly [string | bigint, string | bigint]} held */
  const amounts = ([a, b]) => ({
    reserve0: sdk.CurrencyAmount.fromRawAmount(token0, a),
    reserve1: sdk.CurrencyAmount.fromRawAmount(token1, b),
  })
  if (pool.type === 'cp') return { type: router.PoolType.V2, ...amounts(pool.reserves) }
  const [held0, held1] = amountsInRange(pool)
  return {
    type: router.PoolType.V3,
    ...amounts([BigInt(Math.floor(held0)) + 1n, BigInt(Math.floor(held1)) + 1n]),
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

import { openPools } from '#exact/pools'
import { entryOf, itemAt } from '#item-at'
import { openPeer } from '#peers/package'
import { candidates, rankPools } from '#peers/uniswap-candidates'
import { gasModelOf } from '#peers/uniswap-gas'

/**
 * @import {
 *   AllRoutes, AmountClass, BigNumberClass, Config, GasModel, GetBestSwapRoute, Market, OpenedMarket, PairClass, PoolClass,
 *   QuotedRoute, TokenClass, UniAmount, UniPool, UniRoute, UniToken, ValidQuotes
 * } from '#peers/uniswap-shapes'
 * @import { Rules } from '#peers/uniswap-candidates'
 * @import { Job, MaybeAnswer, Path, Pool, PoolSet } from '#shapes'
 */

export const packageName = '@uniswap/smart-order-router'

const inside = {
  bestSwapRoute: './build/main/routers/alpha-router/functions/best-swap-route.js',
  allRoutes: './build/main/routers/alpha-router/functions/compute-all-routes.js',
  validQuotes: './build/main/routers/alpha-router/entities/route-with-valid-quote.js',
  config: './build/main/routers/alpha-router/config.js',
  amounts: './build/main/util/amounts.js',
}
/**
 * @template T
 * @param {T} quote
 */
const same = (quote) => quote
/**
 * @template T
 * @param {unknown} _type
 * @param {T} quote
 */
const second = (_type, quote) => quote

/** No interface fee is taken. */
const noPortion = {
  getPortionAmount: () => undefined,
  getPortionQuoteAmount: () => undefined,
  getPortionAdjustedQuote: () => undefined,
  getQuote: same,
  getQuoteGasAdjusted: same,
  getQuoteGasAndPortionAdjusted: second,
  getRouteWithQuotePortionAdjusted: second,
}

/**
 * The split search of Uniswap's router: its own routes over candidate pools, each quoted here for every part of the
 * amount instead of on chain, and its own search for the best split.
 * @param {PoolSet} set
 * @returns {(job: Job, maxSplits: number) => Promise<MaybeAnswer>}
 */
export function openUniswap(set) {
  const { load } = openPeer(packageName)
  const sdk = /** @type {{ Token: TokenClass, TradeType: { EXACT_INPUT: number } }} */ (load('@uniswap/sdk-core'))
  const { Token, TradeType } = sdk
  const { CurrencyAmount } = /** @type {{ CurrencyAmount: AmountClass }} */ (load(inside.amounts))
  const { BigNumber } = /** @type {{ BigNumber: BigNumberClass }} */ (load('@ethersproject/bignumber'))
  const configs = /** @type {{ DEFAULT_ROUTING_CONFIG_BY_CHAIN(chainId: number): Config }} */ (load(inside.config))
  /** @type {Market} */
  const market = {
    set,
    load,
    Token,
    CurrencyAmount,
    exactIn: TradeType.EXACT_INPUT,
    BigNumber,
    config: configs.DEFAULT_ROUTING_CONFIG_BY_CHAIN(1),
    tokens: set.tokens.map(({ address, decimals, symbol }) => new Token(1, address, decimals, symbol)),
    ranked: rankPools(set),
  }
  const pools = set.pools.map((pool) => poolOf(market, pool))
  const opened = { ...market, pools, poolIndex: new Map(pools.map((pool, i) => [pool, i])) }
  return (job, maxSplits) => quote(opened, job, maxSplits)
}

/**
 * @param {OpenedMarket} market
 * @param {Job} job
 * @param {number} maxSplits
 * @returns {Promise<MaybeAnswer>}
 */
async function quote(market, job, maxSplits) {
  const { load, tokens, CurrencyAmount, config, exactIn } = market
  const amount = CurrencyAmount.fromRawAmount(itemAt(tokens, job.tokenIn), job.amount)
  const gasModel = gasModelOf(market, job.tokenOut)
  const percents = percentsOf(config.distributionPercent)
  const quotes = quotesOf({ ...market, gasModel }, job, { amount, percents })
  if (quotes.length === 0) return undefined

  const search = /** @type {{ getBestSwapRoute: GetBestSwapRoute }} */ (load(inside.bestSwapRoute))
  const limits = { ...config, minSplits: 1, maxSplits }
  /** @type {[GasModel, GasModel, GasModel]} */
  const models = [gasModel, gasModel, gasModel]
  const best = await search.getBestSwapRoute(amount, percents, quotes, exactIn, 1, limits, noPortion, ...models)
  if (!best) return undefined
  const paths = best.routes.map((route) => pathOf(market, job, route))
  return { route: { paths }, claimed: BigInt(String(best.quote.quotient)) }
}

/** @param {number} part */
const percentsOf = (part) => Array.from({ length: Math.floor(100 / part) }, (_, i) => (i + 1) * part)

/**
 * @param {OpenedMarket & { gasModel: GasModel }} market
 * @param {Job} job
 * @param {{ amount: UniAmount, percents: readonly number[] }} asked
 */
function quotesOf(market, job, { amount, percents }) {
  const { load, tokens, config, set, ranked, pools } = market
  const { computeAllV2Routes, computeAllV3Routes } = /** @type {AllRoutes} */ (load(inside.allRoutes))
  const [from, to] = [itemAt(tokens, job.tokenIn), itemAt(tokens, job.tokenOut)]
  /**
   * @param {Pool['type']} type
   * @param {Rules} rules
   */
  const chosen = (type, rules) => candidates({ set, ranked }, job, { type, rules }).map((index) => itemAt(pools, index))
  const routes = [
    ...computeAllV2Routes(from, to, chosen('cp', config.v2PoolSelection), config.maxSwapsPerPath),
    ...computeAllV3Routes(from, to, chosen('v3', config.v3PoolSelection), config.maxSwapsPerPath),
  ]
  return percents.flatMap((percent) => {
    const part = amount.multiply(percent).divide(100)
    return routes.flatMap((route) => quoteOf(market, job, { route, part, percent }) ?? [])
  })
}

/**
 * @param {OpenedMarket & { gasModel: GasModel }} market
 * @param {Job} job
 * @param {{ route: UniRoute, part: UniAmount, percent: number }} asked
 */
function quoteOf(market, job, { route, part, percent }) {
  const { load, tokens, BigNumber, gasModel, exactIn } = market
  const bought = carry(market, job.tokenIn, { route, amountIn: BigInt(String(part.quotient)) })
  if (bought === undefined) return undefined
  const { V2RouteWithValidQuote, V3RouteWithValidQuote } = /** @type {ValidQuotes} */ (load(inside.validQuotes))
  const common = {
    amount: part,
    rawQuote: BigNumber.from(String(bought)),
    percent,
    route,
    gasModel,
    quoteToken: itemAt(tokens, job.tokenOut),
    tradeType: exactIn,
  }
  const provider = {
    /**
     * @param {UniToken} a
     * @param {UniToken} b
     * @param {number | undefined} fee
     */
    getPoolAddress: (a, b, fee) => ({ poolAddress: addressOf(market, route, { a, b, fee }) }),
  }
  if (route.pairs) return new V2RouteWithValidQuote({ ...common, v2PoolProvider: provider })
  const nothingCrossed = {
    sqrtPriceX96AfterList: [],
    initializedTicksCrossedList: [],
    quoterGasEstimate: BigNumber.from(0),
  }
  return new V3RouteWithValidQuote({ ...common, ...nothingCrossed, v3PoolProvider: provider })
}

/**
 * The key by which the package recognizes a pool shared by two routes.
 * @param {OpenedMarket} market
 * @param {UniRoute} route
 * @param {{ a: UniToken, b: UniToken, fee: number | undefined }} key
 */
function addressOf({ set, poolIndex }, route, { a, b, fee }) {
  /** @param {UniPool} pool */
  const isMeant = (pool) => pool.involvesToken(a) && pool.involvesToken(b) && (fee === undefined || pool.fee === fee)
  const meant = poolsOf(route).find(isMeant)
  return meant && itemAt(set.pools, entryOf(poolIndex, meant)).id
}

/**
 * @param {OpenedMarket} market
 * @param {number} tokenIn
 * @param {{ route: UniRoute, amountIn: bigint }} part
 */
function carry({ set, poolIndex }, tokenIn, { route, amountIn }) {
  const pools = openPools(set)
  let token = tokenIn
  let carried = amountIn
  for (const pool of poolsOf(route)) {
    const index = entryOf(poolIndex, pool)
    const bought = pools.swap(index, token, carried)
    if (bought === undefined) return undefined
    carried = bought
    token = otherToken(itemAt(set.pools, index), token)
  }
  return carried
}

/**
 * @param {OpenedMarket} market
 * @param {Job} job
 * @param {QuotedRoute} quoted
 * @returns {Path}
 */
function pathOf({ set, poolIndex }, job, { route, amount }) {
  let token = job.tokenIn
  const hops = poolsOf(route).map((pool) => {
    const index = entryOf(poolIndex, pool)
    token = otherToken(itemAt(set.pools, index), token)
    return { pool: index, tokenOut: token }
  })
  return { amountIn: BigInt(String(amount.quotient)), hops }
}

/**
 * @param {Market} market
 * @param {Pool} pool
 * @returns {UniPool}
 */
function poolOf({ load, tokens, CurrencyAmount }, pool) {
  const { Pair } = /** @type {{ Pair: PairClass }} */ (load('@uniswap/v2-sdk'))
  const { Pool } = /** @type {{ Pool: PoolClass }} */ (load('@uniswap/v3-sdk'))
  const [a, b] = [itemAt(tokens, pool.tokens[0]), itemAt(tokens, pool.tokens[1])]
  if (pool.type === 'v3') return new Pool(a, b, pool.feePpm, pool.sqrtPriceX96, pool.liquidity, pool.tick, [])
  const [r0, r1] = pool.reserves
  return new Pair(CurrencyAmount.fromRawAmount(a, r0), CurrencyAmount.fromRawAmount(b, r1))
}

/** @param {UniRoute} route */
const poolsOf = (route) => route.pools ?? route.pairs
/**
 * @param {Pool} pool
 * @param {number} token
 */
const otherToken = ({ tokens: [a, b] }, token) => (token === a ? b : a)

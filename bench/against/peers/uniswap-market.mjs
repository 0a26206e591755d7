import { openPools } from '#exact/pools'
import { openPeer } from '#peers/package'
import { candidates, rankPools } from '#peers/uniswap-candidates'
import { gasModelOf } from '#peers/uniswap-gas'

export const packageName = '@uniswap/smart-order-router'

const inside = {
  bestSwapRoute: './build/main/routers/alpha-router/functions/best-swap-route.js',
  allRoutes: './build/main/routers/alpha-router/functions/compute-all-routes.js',
  validQuotes: './build/main/routers/alpha-router/entities/route-with-valid-quote.js',
  config: './build/main/routers/alpha-router/config.js',
  amounts: './build/main/util/amounts.js',
}
/** No interface fee is taken. */
const noPortion = {
  getPortionAmount: () => undefined,
  getPortionQuoteAmount: () => undefined,
  getPortionAdjustedQuote: () => undefined,
  getQuote: (quote) => quote,
  getQuoteGasAdjusted: (quote) => quote,
  getQuoteGasAndPortionAdjusted: (_type, quote) => quote,
  getRouteWithQuotePortionAdjusted: (_type, route) => route,
}

/**
 * The split search of Uniswap's router: its own routes over candidate pools, each quoted here for every part of the
 * amount instead of on chain, and its own search for the best split.
 * @returns `quote(job, maxSplits)`.
 */
export function openUniswap(set) {
  const { load } = openPeer(packageName)
  const { Token, TradeType } = load('@uniswap/sdk-core')
  const { CurrencyAmount } = load(inside.amounts)
  const market = {
    set,
    load,
    Token,
    CurrencyAmount,
    exactIn: TradeType.EXACT_INPUT,
    BigNumber: load('@ethersproject/bignumber').BigNumber,
    config: load(inside.config).DEFAULT_ROUTING_CONFIG_BY_CHAIN(1),
    tokens: set.tokens.map(({ address, decimals, symbol }) => new Token(1, address, decimals, symbol)),
    ranked: rankPools(set),
  }
  const pools = set.pools.map((pool) => poolOf(market, pool))
  const opened = { ...market, pools, poolIndex: new Map(pools.map((pool, i) => [pool, i])) }
  return (job, maxSplits) => quote(opened, job, maxSplits)
}

async function quote(market, job, maxSplits) {
  const { load, tokens, CurrencyAmount, config, exactIn } = market
  const amount = CurrencyAmount.fromRawAmount(tokens[job.tokenIn], job.amount)
  const gasModel = gasModelOf(market, job.tokenOut)
  const percents = percentsOf(config.distributionPercent)
  const quotes = quotesOf({ ...market, gasModel }, job, { amount, percents })
  if (quotes.length === 0) return undefined

  const { getBestSwapRoute } = load(inside.bestSwapRoute)
  const limits = { ...config, minSplits: 1, maxSplits }
  const models = [gasModel, gasModel, gasModel]
  const best = await getBestSwapRoute(amount, percents, quotes, exactIn, 1, limits, noPortion, ...models)
  if (!best) return undefined
  const paths = best.routes.map((route) => pathOf(market, job, route))
  return { route: { paths }, claimed: BigInt(String(best.quote.quotient)) }
}

const percentsOf = (part) => Array.from({ length: Math.floor(100 / part) }, (_, i) => (i + 1) * part)

function quotesOf(market, job, { amount, percents }) {
  const { load, tokens, config, set, ranked, pools } = market
  const { computeAllV2Routes, computeAllV3Routes } = load(inside.allRoutes)
  const ends = [tokens[job.tokenIn], tokens[job.tokenOut]]
  const chosen = (type, rules) => candidates({ set, ranked }, job, { type, rules }).map((index) => pools[index])
  const routes = [
    ...computeAllV2Routes(...ends, chosen('cp', config.v2PoolSelection), config.maxSwapsPerPath),
    ...computeAllV3Routes(...ends, chosen('v3', config.v3PoolSelection), config.maxSwapsPerPath),
  ]
  return percents.flatMap((percent) => {
    const part = amount.multiply(percent).divide(100)
    return routes.flatMap((route) => quoteOf(market, job, { route, part, percent }) ?? [])
  })
}

function quoteOf(market, job, { route, part, percent }) {
  const { load, tokens, BigNumber, gasModel, exactIn } = market
  const bought = carry(market, job.tokenIn, { route, amountIn: BigInt(String(part.quotient)) })
  if (bought === undefined) return undefined
  const { V2RouteWithValidQuote, V3RouteWithValidQuote } = load(inside.validQuotes)
  const common = {
    amount: part,
    rawQuote: BigNumber.from(String(bought)),
    percent,
    route,
    gasModel,
    quoteToken: tokens[job.tokenOut],
    tradeType: exactIn,
  }
  const provider = { getPoolAddress: (a, b, fee) => ({ poolAddress: addressOf(market, route, { a, b, fee }) }) }
  if (route.pairs) return new V2RouteWithValidQuote({ ...common, v2PoolProvider: provider })
  const nothingCrossed = {
    sqrtPriceX96AfterList: [],
    initializedTicksCrossedList: [],
    quoterGasEstimate: BigNumber.from(0),
  }
  return new V3RouteWithValidQuote({ ...common, ...nothingCrossed, v3PoolProvider: provider })
}

/** The key by which the package recognizes a pool shared by two routes. */
function addressOf({ set, poolIndex }, route, { a, b, fee }) {
  const isMeant = (pool) => pool.involvesToken(a) && pool.involvesToken(b) && (fee === undefined || pool.fee === fee)
  return set.pools[poolIndex.get(poolsOf(route).find(isMeant))]?.id
}

function carry({ set, poolIndex }, tokenIn, { route, amountIn }) {
  const pools = openPools(set)
  let token = tokenIn
  let carried = amountIn
  for (const pool of poolsOf(route)) {
    const index = poolIndex.get(pool)
    carried = pools.swap(index, token, carried)
    if (carried === undefined) return undefined
    token = otherToken(set.pools[index], token)
  }
  return carried
}

function pathOf({ set, poolIndex }, job, { route, amount }) {
  let token = job.tokenIn
  const hops = poolsOf(route).map((pool) => {
    const index = poolIndex.get(pool)
    token = otherToken(set.pools[index], token)
    return { pool: index, tokenOut: token }
  })
  return { amountIn: BigInt(String(amount.quotient)), hops }
}

function poolOf({ load, tokens, CurrencyAmount }, pool) {
  const { Pair } = load('@uniswap/v2-sdk')
  const { Pool } = load('@uniswap/v3-sdk')
  const ends = pool.tokens.map((index) => tokens[index])
  if (pool.type === 'v3') return new Pool(...ends, pool.feePpm, pool.sqrtPriceX96, pool.liquidity, pool.tick, [])
  return new Pair(...pool.reserves.map((amount, i) => CurrencyAmount.fromRawAmount(ends[i], amount)))
}

const poolsOf = (route) => route.pools ?? route.pairs
const otherToken = ({ tokens: [a, b] }, token) => (token === a ? b : a)

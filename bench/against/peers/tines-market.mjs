import { entryOf, itemAt } from '#item-at'
import { openPeer } from '#peers/package'
import { amountsInRange } from '#token-prices'

/**
 * @import { Job, MaybeAnswer, Pool, PoolSet } from '#shapes'
 * @typedef {{ name: string, symbol: string, address: string, decimals: number, chainId: number }} TinesToken
 * @typedef {{ index: number, DLiquidity: bigint }} TinesTick
 * @typedef {object} TinesPool
 * @typedef {{ poolAddress: string, tokenFrom: TinesToken, tokenTo: TinesToken, swapPortion: number }} TinesLeg
 * @typedef {{ status: string, legs: readonly TinesLeg[], amountOut: number }} TinesRoute
 * @typedef {object} Tines what is used of the package
 * @property {new (
 *   id: string, token0: TinesToken, token1: TinesToken, fee: number, reserve0: bigint, reserve1: bigint,
 * ) => TinesPool} ConstantProductRPool
 * @property {new (
 *   id: string, token0: TinesToken, token1: TinesToken, fee: number, reserve0: bigint, reserve1: bigint,
 *   tick: number, liquidity: bigint, sqrtPriceX96: bigint, ticks: readonly TinesTick[],
 * ) => TinesPool} UniV3Pool
 * @property {(
 *   from: TinesToken, to: TinesToken, amountIn: bigint, pools: readonly TinesPool[],
 *   networks: readonly { chainId: number, baseToken: TinesToken, gasPrice: number }[],
 *   unused: undefined, flows: number | undefined,
 * ) => TinesRoute} findMultiRouteExactIn
 */

export const packageName = '@sushiswap/tines'

/**
 * A set in the format of tines: `quote(job, flows)`, where `flows` is the number of parts it splits the amount into.
 * @param {PoolSet} set
 */
export function openTines(set) {
  const tines = /** @type {Tines} */ (openPeer(packageName).exports)
  const tokens = set.tokens.map(({ address, symbol, decimals }) => {
    return { name: symbol, symbol, address, decimals, chainId: 1 }
  })
  const pools = set.pools.map((pool) => poolOf({ tines, tokens }, pool))
  const { nativeToken, gasPriceWei } = set.gas
  const networks = [{ chainId: 1, baseToken: itemAt(tokens, nativeToken), gasPrice: Number(gasPriceWei) }]
  const poolIndex = new Map(set.pools.map(({ id }, i) => [id, i]))
  const tokenIndex = new Map(tokens.map(({ address }, i) => [address, i]))

  /**
   * @param {Job} job
   * @param {number | undefined} flows
   * @returns {MaybeAnswer}
   */
  return function quote({ tokenIn, tokenOut, amount }, flows) {
    const [from, to] = [itemAt(tokens, tokenIn), itemAt(tokens, tokenOut)]
    const found = tines.findMultiRouteExactIn(from, to, BigInt(amount), pools, networks, undefined, flows)
    if (found.status === 'NoWay') return undefined
    const legs = found.legs.map((leg) => ({
      pool: entryOf(poolIndex, leg.poolAddress),
      tokenIn: entryOf(tokenIndex, leg.tokenFrom.address),
      tokenOut: entryOf(tokenIndex, leg.tokenTo.address),
      share: leg.swapPortion,
    }))
    return { route: { legs }, claimed: BigInt(Math.floor(found.amountOut)) }
  }
}

/**
 * @param {{ tines: Tines, tokens: readonly TinesToken[] }} market
 * @param {Pool} pool
 */
function poolOf({ tines, tokens }, pool) {
  const { id, feePpm } = pool
  const [a, b] = [itemAt(tokens, pool.tokens[0]), itemAt(tokens, pool.tokens[1])]
  const fee = feePpm / 1e6
  if (pool.type === 'cp') {
    const [r0, r1] = pool.reserves
    return new tines.ConstantProductRPool(id, a, b, fee, BigInt(r0), BigInt(r1))
  }
  // tines needs the pool's balances to weigh pools; a set has only the liquidity in range
  const [held0, held1] = amountsInRange(pool)
  const [r0, r1] = [BigInt(Math.floor(held0)), BigInt(Math.floor(held1))]
  const ticks = pool.ticks.map(([index, net]) => ({ index, DLiquidity: BigInt(net) }))
  const price = BigInt(pool.sqrtPriceX96)
  return new tines.UniV3Pool(id, a, b, fee, r0, r1, pool.tick, BigInt(pool.liquidity), price, ticks)
}

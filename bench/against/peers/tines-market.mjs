import { openPeer } from '#peers/package'

export const packageName = '@sushiswap/tines'

/**
 * A set in the format of tines: `quote(job, flows)`, where `flows` is the number of parts it splits the amount into.
 */
export function openTines(set) {
  const { exports: tines } = openPeer(packageName)
  const tokens = set.tokens.map(({ address, symbol, decimals }) => {
    return { name: symbol, symbol, address, decimals, chainId: 1 }
  })
  const pools = set.pools.map((pool) => poolOf({ tines, tokens }, pool))
  const { nativeToken, gasPriceWei } = set.gas
  const networks = [{ chainId: 1, baseToken: tokens[nativeToken], gasPrice: Number(gasPriceWei) }]
  const poolIndex = new Map(set.pools.map(({ id }, i) => [id, i]))
  const tokenIndex = new Map(tokens.map(({ address }, i) => [address, i]))

  return function quote({ tokenIn, tokenOut, amount }, flows) {
    const trade = [tokens[tokenIn], tokens[tokenOut], BigInt(amount)]
    const found = tines.findMultiRouteExactIn(...trade, pools, networks, undefined, flows)
    if (found.status === 'NoWay') return undefined
    const legs = found.legs.map((leg) => ({
      pool: poolIndex.get(leg.poolAddress),
      tokenIn: tokenIndex.get(leg.tokenFrom.address),
      tokenOut: tokenIndex.get(leg.tokenTo.address),
      share: leg.swapPortion,
    }))
    return { route: { legs }, claimed: BigInt(Math.floor(found.amountOut)) }
  }
}

function poolOf({ tines, tokens }, pool) {
  const ends = pool.tokens.map((index) => tokens[index])
  const fee = pool.feePpm / 1e6
  if (pool.type === 'cp') return new tines.ConstantProductRPool(pool.id, ...ends, fee, ...pool.reserves.map(BigInt))
  const root = Number(pool.sqrtPriceX96) / 2 ** 96
  // tines needs the pool's balances to weigh pools; a set has only the liquidity in range
  const held = [Number(pool.liquidity) / root, Number(pool.liquidity) * root].map((amount) =>
    BigInt(Math.floor(amount)),
  )
  const ticks = pool.ticks.map(([index, net]) => ({ index, DLiquidity: BigInt(net) }))
  const place = [pool.tick, BigInt(pool.liquidity), BigInt(pool.sqrtPriceX96)]
  return new tines.UniV3Pool(pool.id, ...ends, fee, ...held, ...place, ticks)
}

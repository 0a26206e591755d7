/** A pool set as the product sees a block: venues, live pools and the states of the real adapters. */
const kindOf = { cp: 'uniswap-v2', v3: 'uniswap-v3' }

export const addressIn = (set, token) => set.tokens[token].address.toLowerCase()

export function blockOf(set) {
  const pools = set.pools.map((pool) => {
    const tokens = pool.tokens.map((token) => addressIn(set, token))
    const venue = { protocol: kindOf[pool.type], name: pool.type, title: pool.type, feesPpm: [pool.feePpm] }
    return { pool: { venue, address: pool.id, tokens, feePpm: pool.feePpm }, state: stateOf(pool) }
  })
  const block = { number: Number(set.block ?? 0), hash: '0x', time: 0 }
  return { network: 'mainnet', chainId: set.chainId, block, gasPrice: BigInt(set.gas.gasPriceWei), pools }
}

function stateOf(pool) {
  if (pool.type === 'cp') return { reserves: pool.reserves.map(BigInt), feePpm: pool.feePpm }
  return {
    sqrtPriceX96: BigInt(pool.sqrtPriceX96),
    tick: pool.tick,
    liquidity: BigInt(pool.liquidity),
    tickSpacing: pool.tickSpacing,
    feePpm: pool.feePpm,
    ticks: pool.ticks.map(([at, net]) => [at, BigInt(net)]),
    knownFrom: -887_272,
    knownTo: 887_272,
  }
}

/**
 * The same block, with adapters that report the set's gas of a pool, so that the core optimizes what it is judged by. A
 * state carries its pool, as adapters see nothing else.
 */
export function withSetGas({ all, tradeOverheadGas }, set, block) {
  const protocols = new Map(all.map((protocol) => [protocol.kind, withStatedGas(protocol, tradeOverheadGas)]))
  const pools = block.pools.map(({ pool, state }, i) => ({
    pool,
    state: { inner: state, pool, gas: set.pools[i].gas },
  }))
  return { protocols, block: { ...block, pools } }
}

function withStatedGas(protocol, tradeOverheadGas) {
  const gasOf = ({ pool, gas }, trade) => BigInt(gas) - tradeOverheadGas({ protocol, live: { pool } }, trade)
  return {
    ...protocol,
    amountOut: ({ inner }, trade) => protocol.amountOut(inner, trade),
    stateAfter: (state, trade) => ({ ...state, inner: protocol.stateAfter(state.inner, trade) }),
    isOutOfRange: ({ inner }, trade) => protocol.isOutOfRange(inner, trade),
    gas: gasOf,
    segments(state, direction) {
      const cut = protocol.segments(state.inner, direction)
      const gas = Number(gasOf(state, { ...direction, amountIn: 1n }))
      return { ...cut, gas: cut.gas.map(() => gas) }
    },
  }
}

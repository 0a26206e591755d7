/**
 * Part of the pools that a block changes. Half of them trade, up to a part of the pool that moves prices by up to 0.2
 * %; the other half are those that traded in the block before, restored as arbitrage would do.
 */
const changedPart = 0.05
const [minTrade, maxTrade] = [1e-5, 1e-3]

/** The next block: some pools after a swap each, by the adapters' own integers; the others are the same objects. */
export function nextBlock({ draws, protocols }, block) {
  const pools = block.pools.slice()
  const wanted = Math.max(1, Math.round((changedPart / 2) * pools.length))
  const before = new Map()
  for (const [index, live] of block.before ?? []) pools[index] = { ...live, state: { ...live.state } }
  while (before.size < wanted) {
    const index = draws.below(pools.length)
    before.set(index, before.get(index) ?? pools[index])
    pools[index] = tradeOnce({ draws, protocols }, pools[index])
  }
  return { ...block, block: { ...block.block, number: block.block.number + 1 }, pools, before }
}

function tradeOnce({ draws, protocols }, { pool, state }) {
  const protocol = protocols.get(pool.venue.protocol)
  const part = minTrade * (maxTrade / minTrade) ** draws.unit()
  const first = draws.below(2)
  for (const from of [first, 1 - first]) {
    const amountIn = BigInt(Math.ceil(heldOf(state, from) * part))
    const trade = { from, to: 1 - from, amountIn }
    if (protocol.amountOut(state, trade) !== undefined) return { pool, state: protocol.stateAfter(state, trade) }
  }
  return { pool, state: { ...state } } // as if read again without a change
}

function heldOf({ reserves, liquidity, sqrtPriceX96 }, token) {
  if (reserves !== undefined) return Number(reserves[token])
  const root = Number(sqrtPriceX96) / 2 ** 96
  return token === 0 ? Number(liquidity) / root : Number(liquidity) * root
}

/** Part of the pools that a block changes, and how much of what a pool holds is traded there: prices move by up to 0.2 %. */
const changedPart = 0.05
const [leastTrade, mostTrade] = [1e-5, 1e-3]

/** The next block: some pools after one more swap each, by the adapters' own integers; the others are the same objects. */
export function nextBlock({ draws, protocols }, block) {
  const pools = block.pools.slice()
  const wanted = Math.max(1, Math.round(changedPart * pools.length))
  const changed = new Set()
  while (changed.size < wanted) changed.add(draws.below(pools.length))
  for (const index of changed) pools[index] = traded({ draws, protocols }, pools[index])
  return { ...block, block: { ...block.block, number: block.block.number + 1 }, pools }
}

function traded({ draws, protocols }, { pool, state }) {
  const protocol = protocols.get(pool.venue.protocol)
  const part = leastTrade * (mostTrade / leastTrade) ** draws.unit()
  const first = draws.below(2)
  for (const from of [first, 1 - first]) {
    const amountIn = BigInt(Math.ceil(heldOf(state, from) * part))
    const trade = { from, to: 1 - from, amountIn }
    if (protocol.amountOut(state, trade) !== undefined) return { pool, state: protocol.after(state, trade) }
  }
  return { pool, state: { ...state } } // as if it had been read again and were the same
}

function heldOf({ reserves, liquidity, sqrtPriceX96 }, token) {
  if (reserves !== undefined) return Number(reserves[token])
  const root = Number(sqrtPriceX96) / 2 ** 96
  return token === 0 ? Number(liquidity) / root : Number(liquidity) * root
}

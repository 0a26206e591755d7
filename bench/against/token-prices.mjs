const dollars = new Set(['USDC', 'USDT', 'DAI'])

/**
 * Dollar prices of tokens, to size jobs and to value gas; routers do not see them. Those a set does not state come from
 * its pools: outwards from stablecoins, each from the most valuable of the pools that reach it first.
 */
export function priceTokens({ tokens, pools }) {
  const usd = tokens.map((token) => token.usd ?? (dollars.has(token.symbol) ? 1 : undefined))
  for (;;) {
    const found = bestUnpriced({ tokens, pools }, usd)
    if (found.size === 0) break
    for (const [token, { price }] of found) usd[token] = price
  }
  return tokens.map((token, i) => ({ ...token, usd: usd[i] }))
}

function bestUnpriced({ tokens, pools }, usd) {
  const best = new Map()
  for (const pool of pools) {
    const held = heldBy(pool, tokens)
    for (const [known, other] of [
      [0, 1],
      [1, 0],
    ]) {
      const [from, to] = [pool.tokens[known], pool.tokens[other]]
      if (usd[from] === undefined || usd[to] !== undefined || !(held[known] > 0 && held[other] > 0)) continue
      const worth = usd[from] * held[known]
      if (worth > (best.get(to)?.worth ?? 0)) best.set(to, { worth, price: worth / held[other] })
    }
  }
  return best
}

/** Whole tokens that a pool trades with: its reserves, or the amounts of its liquidity in range at its price. */
export function heldBy(pool, tokens) {
  const root = Number(pool.sqrtPriceX96) / 2 ** 96
  const raw = pool.reserves?.map(Number) ?? [Number(pool.liquidity) / root, Number(pool.liquidity) * root]
  return raw.map((amount, i) => amount / 10 ** tokens[pool.tokens[i]].decimals)
}

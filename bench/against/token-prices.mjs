import { itemAt } from '#item-at'

/** @import { Pool, PoolSet, TickedPool, Token } from '#shapes' */

const dollars = new Set(['USDC', 'USDT', 'DAI'])

/**
 * Dollar prices of tokens, to size jobs and to value gas; routers do not see them. Those a set does not state come from
 * its pools: outwards from stablecoins, each from the most valuable of the pools that reach it first.
 * @param {Pick<PoolSet, 'tokens' | 'pools'>} set
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

/**
 * @param {Pick<PoolSet, 'tokens' | 'pools'>} set
 * @param {readonly (number | undefined)[]} usd
 */
function bestUnpriced({ tokens, pools }, usd) {
  /** @type {Map<number, { worth: number, price: number }>} */
  const best = new Map()
  for (const pool of pools) {
    const held = heldBy(pool, tokens)
    for (const [known, other] of /** @type {const} */ ([
      [0, 1],
      [1, 0],
    ])) {
      const [from, to] = [pool.tokens[known], pool.tokens[other]]
      const price = usd[from]
      if (price === undefined || usd[to] !== undefined || !(held[known] > 0 && held[other] > 0)) continue
      const worth = price * held[known]
      if (worth > (best.get(to)?.worth ?? 0)) best.set(to, { worth, price: worth / held[other] })
    }
  }
  return best
}

/**
 * Whole tokens that a pool trades with: its reserves, or the amounts of its liquidity in range at its price.
 * @param {Pool} pool
 * @param {readonly Token[]} tokens
 * @returns {[number, number]}
 */
export function heldBy(pool, tokens) {
  const [a, b] = pool.type === 'cp' ? pool.reserves : amountsInRange(pool)
  const [token0, token1] = pool.tokens
  return [Number(a) / 10 ** itemAt(tokens, token0).decimals, Number(b) / 10 ** itemAt(tokens, token1).decimals]
}

/**
 * The amounts of the liquidity in range of a pool with ticks, in smallest units.
 * @param {TickedPool} pool
 * @returns {[number, number]}
 */
export function amountsInRange({ sqrtPriceX96, liquidity }) {
  const root = Number(sqrtPriceX96) / 2 ** 96
  return [Number(liquidity) / root, Number(liquidity) * root]
}

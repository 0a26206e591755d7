import { itemAt } from '#item-at'
import { toRaw } from '#raw-amount'

/** @import { Job, Pair, PoolSet, Token } from '#shapes' */

/** Dollars. */
export const sizes = [1_000, 50_000, 2_000_000]
const maxTokens = 6

/**
 * Every pair of the tokens whose pools have the most reserves and ticks, both ways, in every size: spam has one
 * position.
 * @param {Pick<PoolSet, 'tokens' | 'pools'>} set
 */
export function jobsFor({ tokens, pools }) {
  const marks = tokens.map(() => 0)
  /** @param {number} token */
  const markOf = (token) => itemAt(marks, token)
  for (const pool of pools) {
    const depth = (pool.type === 'cp' ? pool.reserves : pool.ticks).length
    for (const token of pool.tokens) marks[token] = markOf(token) + depth
  }
  const busiest = [...marks.keys()]
    .filter((token) => (itemAt(tokens, token).usd ?? 0) > 0 && markOf(token) > 0)
    .sort((a, b) => markOf(b) - markOf(a) || a - b)
    .slice(0, maxTokens)
  /** @type {Pair[]} */
  const pairs = busiest.flatMap((from) => busiest.filter((to) => to !== from).map((to) => [from, to]))
  return jobsOf(tokens, pairs)
}

/**
 * @param {readonly Token[]} tokens
 * @param {readonly Pair[]} pairs
 * @returns {Job[]}
 */
export const jobsOf = (tokens, pairs) =>
  pairs.flatMap(([tokenIn, tokenOut]) =>
    sizes.map((usd) => {
      const { symbol, decimals, usd: price } = itemAt(tokens, tokenIn)
      if (!price) throw new RangeError(`${symbol} has no price`)
      return { tokenIn, tokenOut, amount: String(toRaw(usd / price, decimals)), usd }
    }),
  )

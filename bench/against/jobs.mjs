import { toRaw } from '#raw-amount'

/** Dollars. */
export const sizes = [1_000, 50_000, 2_000_000]
const maxTokens = 6

/**
 * Every pair of the tokens whose pools have the most reserves and ticks, both ways, in every size: spam has one
 * position.
 */
export function jobsFor({ tokens, pools }) {
  const marks = tokens.map(() => 0)
  for (const pool of pools) for (const token of pool.tokens) marks[token] += (pool.reserves ?? pool.ticks).length
  const busiest = [...marks.keys()]
    .filter((token) => tokens[token].usd > 0 && marks[token] > 0)
    .sort((a, b) => marks[b] - marks[a] || a - b)
    .slice(0, maxTokens)
  const pairs = busiest.flatMap((from) => busiest.filter((to) => to !== from).map((to) => [from, to]))
  return jobsOf(tokens, pairs)
}

export const jobsOf = (tokens, pairs) =>
  pairs.flatMap(([tokenIn, tokenOut]) =>
    sizes.map((usd) => {
      const { decimals, usd: price } = tokens[tokenIn]
      return { tokenIn, tokenOut, amount: String(toRaw(usd / price, decimals)), usd }
    }),
  )

import { toRaw } from '#raw-amount'

/** Dollars. */
export const sizes = [1_000, 50_000, 2_000_000]
const mostTokens = 6

/** Every pair of the priced tokens that the most pools trade, both ways, in every size. */
export function jobsFor({ tokens, pools }) {
  const counts = tokens.map(() => 0)
  for (const token of pools.flatMap((pool) => pool.tokens)) counts[token] += 1
  const busiest = [...counts.keys()]
    .filter((token) => tokens[token].usd > 0 && counts[token] > 0)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, mostTokens)
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

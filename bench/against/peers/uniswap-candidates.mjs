import { heldBy } from '#token-prices'

/** The first tokens of a set, in place of the package's list of base tokens. */
const baseTokens = [0, 1, 2, 3, 4, 5]

/** Pools by value, as the package gets them from a subgraph; a pool with ticks holds part of what its range shows. */
export function rankPools(set) {
  const shownInRange = 0.2
  const worth = set.pools.map((pool) => {
    const dollars = heldBy(pool, set.tokens)[0] * set.tokens[pool.tokens[0]].usd
    return pool.type === 'cp' ? 2 * dollars : dollars * shownInRange
  })
  return [...set.pools.keys()].sort((a, b) => worth[b] - worth[a])
}

/**
 * The candidate pools of a type, by the package's documented top-N rules: its own code for it asks a subgraph and a
 * node. `rules` are the package's numbers.
 */
export function candidates({ set, ranked }, { tokenIn, tokenOut }, { type, rules }) {
  const list = ranked.filter((index) => set.pools[index].type === type)
  const taken = new Set()
  const take = (max, fits) => {
    const found = list.filter((index) => !taken.has(index) && fits(set.pools[index].tokens)).slice(0, max)
    for (const index of found) taken.add(index)
    return found
  }
  const trades = (a, b) => (tokens) => tokens.includes(a) && tokens.includes(b)

  take(rules.topNDirectSwaps, trades(tokenIn, tokenOut))
  for (const end of [tokenIn, tokenOut])
    for (const base of baseTokens) take(rules.topNWithEachBaseToken, trades(end, base))
  take(rules.topN, () => true)
  const ends = [tokenIn, tokenOut].flatMap((end) => take(rules.topNTokenInOut, (tokens) => tokens.includes(end)))
  for (const token of ends.flatMap((index) => set.pools[index].tokens))
    if (token !== tokenIn && token !== tokenOut) take(rules.topNSecondHop, (tokens) => tokens.includes(token))
  return [...taken]
}

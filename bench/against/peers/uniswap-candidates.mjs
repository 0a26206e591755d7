import { itemAt } from '#item-at'
import { heldBy } from '#token-prices'

/**
 * @import { Job, Pair, Pool, PoolSet } from '#shapes'
 * @typedef {Record<'topN' | 'topNDirectSwaps' | 'topNWithEachBaseToken' | 'topNTokenInOut' | 'topNSecondHop', number>} Rules
 */

/** The first tokens of a set, in place of the package's list of base tokens. */
const baseTokens = [0, 1, 2, 3, 4, 5]

/**
 * Pools by value, as the package gets them from a subgraph; a pool with ticks holds part of what its range shows.
 * @param {PoolSet} set
 */
export function rankPools(set) {
  const shownInRange = 0.2
  const worth = set.pools.map((pool) => {
    const dollars = heldBy(pool, set.tokens)[0] * (itemAt(set.tokens, pool.tokens[0]).usd ?? 0)
    return pool.type === 'cp' ? 2 * dollars : dollars * shownInRange
  })
  return [...set.pools.keys()].sort((a, b) => itemAt(worth, b) - itemAt(worth, a))
}

/**
 * The candidate pools of a type, by the package's documented top-N rules: its own code for it asks a subgraph and a
 * node. `rules` are the package's numbers.
 * @param {{ set: PoolSet, ranked: readonly number[] }} market
 * @param {Job} job
 * @param {{ type: Pool['type'], rules: Rules }} asked
 */
export function candidates({ set, ranked }, { tokenIn, tokenOut }, { type, rules }) {
  /** @param {number} index */
  const poolAt = (index) => itemAt(set.pools, index)
  const list = ranked.filter((index) => poolAt(index).type === type)
  /** @type {Set<number>} */
  const taken = new Set()
  /**
   * @param {number} max
   * @param {(tokens: Pair) => boolean} fits
   */
  const take = (max, fits) => {
    const found = list.filter((index) => !taken.has(index) && fits(poolAt(index).tokens)).slice(0, max)
    for (const index of found) taken.add(index)
    return found
  }
  /** @type {(a: number, b: number) => (tokens: Pair) => boolean} */
  const trades = (a, b) => (tokens) => tokens.includes(a) && tokens.includes(b)

  take(rules.topNDirectSwaps, trades(tokenIn, tokenOut))
  for (const end of [tokenIn, tokenOut])
    for (const base of baseTokens) take(rules.topNWithEachBaseToken, trades(end, base))
  take(rules.topN, () => true)
  const ends = [tokenIn, tokenOut].flatMap((end) => take(rules.topNTokenInOut, (tokens) => tokens.includes(end)))
  for (const token of ends.flatMap((index) => poolAt(index).tokens))
    if (token !== tokenIn && token !== tokenOut) take(rules.topNSecondHop, (tokens) => tokens.includes(token))
  return [...taken]
}

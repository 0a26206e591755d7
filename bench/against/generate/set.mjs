import { openDraws } from '#generate/draws'
import { drawPool } from '#generate/pool'
import { drawTokens, hubCount } from '#generate/tokens'
import { jobsOf } from '#jobs'

/**
 * @import { Draws } from '#generate/draws'
 * @import { Pair, Pool, PoolSet } from '#shapes'
 * @typedef {{ pair: Pair, tvl: number, deviation?: number }} DrawnPair
 */

const max = 100_000
const min = 20

/**
 * A market of `pools` pools from a seed: few deep pools between hubs, many shallow ones in the tail, some of them
 * stale. The pairs of the jobs exist in every market, so sets of one size differ only in their pools. Gas price in wei.
 * @param {{ pools: number, seed: number, gasPriceWei: string }} options
 * @returns {PoolSet}
 */
export function generateSet({ pools: count, seed, gasPriceWei }) {
  if (!(count >= min && count <= max)) throw new RangeError(`a set has ${min} to ${max} pools`)
  const draws = openDraws(seed)
  const middle = Math.max(8, Math.round(count / 25))
  const tail = Math.round(count * 0.33)
  const tokens = drawTokens(draws, { middle, tail })

  /** @type {Pool[]} */
  const pools = []
  for (const { pair, tvl, deviation } of drawPairs(draws, { count, middle, tail })) {
    if (pools.length === count) break
    if (pair[0] === pair[1]) continue
    const pool = drawPool(draws, { tokens, pair, tvl, deviation, number: pools.length + 1 })
    if (pool !== undefined) pools.push(pool)
  }
  return {
    format: 'poolset/1',
    name: `synthetic-${count}-${seed}`,
    chainId: 1,
    block: null,
    gas: { nativeToken: 0, gasPriceWei, baseGas: 60_000 },
    tokens,
    pools,
    jobs: jobsOf(tokens, jobPairs()),
  }
}

/**
 * An endless sequence; the markets take as many as they need. Token numbers: WETH and USDC are 0 and 1.
 * @param {Draws} draws
 * @param {{ count: number, middle: number, tail: number }} counts
 * @returns {Generator<DrawnPair, never>}
 */
function* drawPairs(draws, { count, middle, tail }) {
  const major = () => (draws.chance(0.5) ? draws.below(2) : draws.below(hubCount))
  const inMiddle = () => hubCount + draws.skewed(middle)
  // every token that jobs trade is reachable: each hub and each middle token has a pool with WETH, USDC or a hub
  for (let hub = 1; hub < hubCount; hub += 1)
    yield { pair: [hub === 1 ? 0 : draws.below(2), hub], tvl: draws.logNormal(1.5e6, 1.9) }
  const hubs = Math.min(Math.round(count * 0.25), 400)
  for (let i = 0; i < hubs; i += 1) yield { pair: [major(), draws.below(hubCount)], tvl: draws.logNormal(1.5e6, 1.9) }
  for (let i = 0; i < Math.min(middle, count); i += 1)
    yield { pair: [hubCount + i, major()], tvl: draws.logNormal(3e5, 1.8) }
  for (let i = 0; i < count * 0.08; i += 1) yield { pair: [inMiddle(), inMiddle()], tvl: draws.logNormal(1e5, 1.5) }
  for (let i = 0; i < tail; i += 1) yield* drawTail(draws, hubCount + middle + i)
  for (;;) yield { pair: [inMiddle(), major()], tvl: draws.logNormal(3e5, 1.8) }
}

/**
 * @param {Draws} draws
 * @param {number} token
 * @returns {Generator<DrawnPair, void>}
 */
function* drawTail(draws, token) {
  const hub = () => draws.below(hubCount)
  yield { pair: [token, draws.chance(0.7) ? 0 : hub()], tvl: draws.logNormal(2e4, 1.6) }
  if (!draws.chance(0.12)) return
  if (draws.chance(0.2)) yield { pair: [token, hub()], tvl: draws.logNormal(60, 0.5), deviation: draws.either() * 0.03 }
  else yield { pair: [token, hub()], tvl: draws.logNormal(1e4, 1.5) }
}

/**
 * Pairs between hubs, from a dollar to the middle, from the middle to WETH, and within the middle.
 * @returns {Pair[]}
 */
function jobPairs() {
  /** @param {number} i */
  const middle = (i) => hubCount + i
  /** @type {Pair[]} */
  const hubs = [
    [0, 1],
    [1, 0],
    [4, 1],
    [0, 3],
    [1, 2],
    [5, 2],
  ]
  /** @type {Pair[]} */
  const buys = [0, 1, 2, 3].map((i) => [1, middle(i)])
  /** @type {Pair[]} */
  const sales = [0, 1, 2].map((i) => [middle(i), 0])
  /** @type {Pair[]} */
  const within = [0, 1, 2, 3].map((i) => [middle(i), middle(i + 4)])
  return [...hubs, ...buys, ...sales, ...within]
}

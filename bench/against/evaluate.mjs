import { openPools } from '#exact/pools'
import { itemAt } from '#item-at'

/**
 * @import { Hop, Job, Leg, Path, PoolSet, Route } from '#shapes'
 * @typedef {{ fault: string }} Fault
 * @typedef {{ amountOut: bigint, used: number[] }} Carried what came out, and the pools that were used
 */

/** Shares are executed in this many parts, as in the router contract. */
const wholeShare = 1n << 32n

/**
 * Executes a route on the exact pools of a set, all legs on one shared state, so that a router that counts a pool's
 * liquidity twice is caught. What is not sold, or remains in another token, counts for nothing.
 *
 * A route is `{ legs }`, each spending its `share` of the current balance of its token (1 is all of it), or `{ paths
 * }`, each with an `amountIn` carried through its `hops`; the last path takes the rest of the input.
 *
 * @returns `{ amountOut, net, legs, fault }` in smallest units of the output token; `fault` if it cannot be executed.
 * @param {PoolSet} set
 * @param {Job} job
 * @param {Route} route
 */
export function evaluate(set, job, route) {
  const done = route.paths === undefined ? carryLegs(set, job, route.legs) : carryPaths(set, job, route.paths)
  if ('fault' in done) return done
  const gas = done.used.reduce((sum, index) => sum + itemAt(set.pools, index).gas, set.gas.baseGas)
  const net = done.amountOut - gasCost(set, job.tokenOut, gas)
  return { amountOut: done.amountOut, net, legs: done.used.length }
}

/**
 * Cost of gas in smallest units of a token, by the prices of the set: the same for every runner.
 * @param {PoolSet} set
 * @param {number} token
 * @param {number} gas
 */
export function gasCost(set, token, gas) {
  return BigInt(Math.ceil(gas * gasPriceIn(set, token) * 10 ** itemAt(set.tokens, token).decimals))
}

/**
 * Whole tokens per unit of gas.
 * @param {PoolSet} set
 * @param {number} token
 */
export function gasPriceIn(set, token) {
  const { nativeToken, gasPriceWei } = set.gas
  return ((Number(gasPriceWei) / 1e18) * usdOf(set, nativeToken)) / usdOf(set, token)
}

/**
 * Dollars for a token that has a price. @throws RangeError if it has none
 * @param {PoolSet} set
 * @param {number} token
 */
export function usdOf(set, token) {
  const { symbol, usd } = itemAt(set.tokens, token)
  if (usd === undefined || usd === null) throw new RangeError(`${symbol} has no price`)
  return usd
}

/**
 * @param {PoolSet} set
 * @param {Job} job
 * @param {readonly Leg[]} legs
 * @returns {Carried | Fault}
 */
function carryLegs(set, job, legs) {
  const pools = openPools(set)
  const held = new Map([[job.tokenIn, BigInt(job.amount)]])
  /** @type {number[]} */
  const used = []
  for (const { pool, tokenIn, tokenOut, share } of legs) {
    if (!trades(set, pool, tokenIn, tokenOut)) return { fault: 'a leg through a pool that does not trade its tokens' }
    const balance = held.get(tokenIn) ?? 0n
    const spent = share >= 1 ? balance : (balance * BigInt(Math.round(share * Number(wholeShare)))) / wholeShare
    if (spent <= 0n) continue
    const bought = pools.swap(pool, tokenIn, spent)
    if (bought === undefined) return { fault: 'a pool cannot take its part' }
    held.set(tokenIn, balance - spent)
    held.set(tokenOut, (held.get(tokenOut) ?? 0n) + bought)
    used.push(pool)
  }
  return ended(held.get(job.tokenOut) ?? 0n, used)
}

/**
 * @param {PoolSet} set
 * @param {Job} job
 * @param {readonly Path[]} paths
 * @returns {Carried | Fault}
 */
function carryPaths(set, job, paths) {
  const pools = openPools(set)
  let left = BigInt(job.amount)
  let amountOut = 0n
  for (const [i, { amountIn, hops }] of paths.entries()) {
    const spent = i === paths.length - 1 || amountIn > left ? left : amountIn
    left -= spent
    const carried = carryPath({ set, pools }, { token: job.tokenIn, amount: spent }, hops)
    if ('fault' in carried) return carried
    if (carried.token === job.tokenOut) amountOut += carried.amount
  }
  const used = paths.flatMap(({ hops }) => hops.map(({ pool }) => pool))
  return ended(amountOut, used)
}

/**
 * @param {{ set: PoolSet, pools: ReturnType<typeof openPools> }} context
 * @param {{ token: number, amount: bigint }} start
 * @param {readonly Hop[]} hops
 * @returns {{ token: number, amount: bigint } | Fault}
 */
function carryPath({ set, pools }, start, hops) {
  let { token, amount } = start
  for (const { pool, tokenOut } of hops) {
    if (!trades(set, pool, token, tokenOut)) return { fault: 'a hop through a pool that does not trade its tokens' }
    const bought = amount > 0n ? pools.swap(pool, token, amount) : undefined
    if (bought === undefined) return { fault: 'a pool cannot take its part' }
    token = tokenOut
    amount = bought
  }
  return { token, amount }
}

/**
 * @param {bigint} amountOut
 * @param {number[]} used
 */
const ended = (amountOut, used) => (amountOut > 0n ? { amountOut, used } : { fault: 'nothing is bought' })

/**
 * @param {PoolSet} set
 * @param {number} pool
 * @param {number} tokenIn
 * @param {number} tokenOut
 */
const trades = (set, pool, tokenIn, tokenOut) =>
  tokenIn !== tokenOut && [tokenIn, tokenOut].every((token) => set.pools[pool]?.tokens.includes(token))

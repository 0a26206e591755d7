/**
 * Pool sets, `poolset/1`: pools with their states, tokens, a gas price and jobs to route, as one JSON file (README).
 */
import { readFileSync } from 'node:fs'
import { isKnownType } from '#exact/pools'
import { itemAt } from '#item-at'
import { jobsFor } from '#jobs'
import { priceTokens } from '#token-prices'

/** @import { Job, Pool, PoolSet, TickedPool, Token } from '#shapes' */

/**
 * Reads a set; derives missing prices and jobs from its pools. @throws Error naming the fault.
 * @param {string} file
 * @returns {PoolSet}
 */
export function readPoolSet(file) {
  /** @type {PoolSet} */
  const set = JSON.parse(readFileSync(file, 'utf8'))
  checkHead(set)
  for (const [i, pool] of set.pools.entries()) checkPool(pool, `pools[${i}]`, set.tokens.length)
  const tokens = priceTokens(set)
  ensure(hasPrice(tokens[set.gas.nativeToken]), 'gas.nativeToken has no price')
  const priced = { ...set, tokens }
  const jobs = set.jobs.length > 0 ? set.jobs : jobsFor(priced)
  for (const [i, job] of jobs.entries()) checkJob(job, `jobs[${i}]`, priced)
  return { ...priced, jobs }
}

/** @param {PoolSet} set */
function checkHead({ format, name, gas, tokens, pools, jobs }) {
  ensure(format === 'poolset/1', `the format is not poolset/1 but ${format}`)
  ensure(typeof name === 'string', 'name is missing')
  ensure([tokens, pools, jobs].every(Array.isArray), 'tokens, pools and jobs are lists')
  ensure(isWhole(gas?.gasPriceWei) && Number.isInteger(gas.baseGas), 'gas has a gasPriceWei and a baseGas')
  ensure(tokens[gas.nativeToken] !== undefined, 'gas.nativeToken is not a token')
  for (const [i, { address, decimals }] of tokens.entries())
    ensure(/^0x[0-9a-f]{40}$/i.test(address) && Number.isInteger(decimals), `tokens[${i}] has no address or decimals`)
  ensure(new Set(tokens.map(({ address }) => address.toLowerCase())).size === tokens.length, 'a token stands twice')
  ensure(new Set(pools.map(({ id }) => id)).size === pools.length, 'a pool stands twice')
}

/**
 * @param {Pool} pool
 * @param {string} where
 * @param {number} tokens how many there are
 */
function checkPool(pool, where, tokens) {
  const { type, feePpm, gas } = pool
  const [a, b] = pool.tokens ?? []
  ensure(isKnownType(type), `${where}: no exact swap for a pool of type ${type}`)
  ensure(isIndex(a, tokens) && isIndex(b, tokens) && a !== b, `${where} does not trade two tokens of the set`)
  ensure(isIndex(feePpm, 1_000_000) && Number.isInteger(gas), `${where} has no feePpm or gas`)
  if (pool.type === 'v3') checkTicks(pool, where)
  else ensure(pool.reserves?.length === 2 && pool.reserves.every(isWhole), `${where} has no two reserves`)
}

/**
 * The liquidity in range equals the sum of the ticks below: a set that lost a tick would be priced wrongly by every
 * runner.
 * @param {TickedPool} pool
 * @param {string} where
 */
function checkTicks({ sqrtPriceX96, tick, liquidity, ticks, tickSpacing }, where) {
  ensure(isWhole(sqrtPriceX96) && isWhole(liquidity) && tickSpacing > 0, `${where} has no price or liquidity`)
  let sum = 0n
  for (const [i, [at, net]] of ticks.entries()) {
    ensure(i === 0 || at > itemAt(ticks, i - 1)[0], `${where}: ticks ascend`)
    if (at <= tick) sum += BigInt(net)
  }
  ensure(sum === BigInt(liquidity), `${where}: its ticks up to ${tick} add up to ${sum}, its liquidity is ${liquidity}`)
}

/**
 * @param {Job} job
 * @param {string} where
 * @param {Pick<PoolSet, 'tokens'>} set
 */
function checkJob({ tokenIn, tokenOut, amount, usd }, where, { tokens }) {
  ensure(tokens[tokenIn] !== undefined && tokens[tokenOut] !== undefined, `${where} trades tokens of the set`)
  ensure(hasPrice(tokens[tokenOut]), `${where}: no price of ${tokens[tokenOut]?.symbol} to value gas by`)
  ensure(tokenIn !== tokenOut && isWhole(amount) && usd > 0, `${where} has no amount or size`)
}

/** @param {Token | undefined} token */
const hasPrice = (token) => (token?.usd ?? 0) > 0
/** @param {unknown} text */
const isWhole = (text) => typeof text === 'string' && /^\d+$/.test(text)
/**
 * @param {unknown} value
 * @param {number} length
 */
const isIndex = (value, length) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length

/**
 * @param {boolean} condition
 * @param {string} fault
 */
function ensure(condition, fault) {
  if (!condition) throw new Error(`the pool set cannot be used: ${fault}`)
}

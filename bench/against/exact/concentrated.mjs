/**
 * UniswapV3Pool.swap for an exact input without a price limit, step by step like the contract's loop: it stops at
 * initialised ticks and at the edges of the bitmap's 256-bit words, and rounds at each stop.
 */
import { maxSqrtPrice, maxTick, minSqrtPrice, minTick, sqrtPriceAt, tickAt } from '#exact/tick-price'
import { itemAt } from '#item-at'

/**
 * @import { TickedPool } from '#shapes'
 * @typedef {object} Concentrated an opened pool with ticks
 * @property {bigint} price
 * @property {number} tick
 * @property {bigint} liquidity
 * @property {readonly Listed[]} nets
 * @property {number} tickSpacing
 * @property {bigint} fee
 * @typedef {{ at: number, net: bigint }} Listed an initialised tick
 * @typedef {{ price: bigint, tick: number, liquidity: bigint, below: number }} Place with the number of ticks up to it
 * @typedef {{ tick: number, net: bigint | undefined }} Stop a tick where a step ends; without `net` if it is not initialised
 */

const million = 1_000_000n
const q96 = 1n << 96n
const word = 1n << 256n
const lowest = minSqrtPrice + 1n
const highest = maxSqrtPrice - 1n

/**
 * @param {Omit<TickedPool, 'type' | 'id' | 'tokens' | 'gas'>} pool
 * @returns {Concentrated}
 */
export function openConcentrated({ sqrtPriceX96, tick, liquidity, ticks, tickSpacing, feePpm }) {
  const nets = ticks.map(([at, net]) => ({ at, net: BigInt(net) }))
  return { price: BigInt(sqrtPriceX96), tick, liquidity: BigInt(liquidity), nets, tickSpacing, fee: BigInt(feePpm) }
}

/**
 * The output for `amountIn` and the pool after it; `undefined` if it cannot take all of it, or gives nothing.
 * @param {Concentrated} pool
 * @param {boolean} sellsToken0
 * @param {bigint} amountIn
 * @returns {{ amountOut: bigint, pool: Concentrated } | undefined}
 */
export function swapConcentrated(pool, sellsToken0, amountIn) {
  const { price, tick, liquidity } = pool
  /** @type {Place} */
  let place = { price, tick, liquidity, below: countUpTo(pool.nets, tick) }
  const end = sellsToken0 ? lowest : highest
  let left = amountIn
  let amountOut = 0n
  while (left > 0n) {
    const listed = sellsToken0 ? pool.nets[place.below - 1] : pool.nets[place.below]
    if (place.price === end || (listed === undefined && place.liquidity === 0n)) return undefined
    const stop = nextStop({ tick: place.tick, tickSpacing: pool.tickSpacing }, listed, sellsToken0)
    const target = within(sqrtPriceAt(stop.tick))
    const step = place.liquidity === 0n ? passed(target) : stepTo({ pool, place, target, sellsToken0 }, left)
    left -= step.taken
    amountOut += step.given
    place = step.price === target ? pass(place, stop, { target, sellsToken0 }) : land(place, stop, step.price)
  }
  if (amountOut === 0n) return undefined
  return { amountOut, pool: { ...pool, price: place.price, tick: place.tick, liquidity: place.liquidity } }
}

/**
 * The position after crossing a stop.
 * @param {Place} place
 * @param {Stop} stop
 * @param {{ target: bigint, sellsToken0: boolean }} swap
 * @returns {Place}
 */
function pass(place, stop, { target, sellsToken0 }) {
  const { liquidity, below } = place
  const reached = { price: target, tick: sellsToken0 ? stop.tick - 1 : stop.tick }
  if (stop.net === undefined) return { ...reached, liquidity, below }
  if (sellsToken0) return { ...reached, liquidity: liquidity - stop.net, below: below - 1 }
  return { ...reached, liquidity: liquidity + stop.net, below: below + 1 }
}

/**
 * The position between two stops where a swap ends.
 * @param {Place} place
 * @param {Stop} stop
 * @param {bigint} price
 * @returns {Place}
 */
function land(place, stop, price) {
  const [from, to] = [Math.min(place.tick, stop.tick), Math.max(place.tick, stop.tick)]
  return { ...place, price, tick: tickAt(price, from, to) }
}

/** @param {bigint} price */
const passed = (price) => ({ price, taken: 0n, given: 0n })
/** @param {bigint} price */
const within = (price) => (price < lowest ? lowest : price > highest ? highest : price)

/**
 * @param {{ tick: number, tickSpacing: number }} place
 * @param {Listed | undefined} listed
 * @param {boolean} sellsToken0
 * @returns {Stop}
 */
function nextStop({ tick, tickSpacing }, listed, sellsToken0) {
  const compressed = Math.floor(tick / tickSpacing)
  const bitmapWord = Math.floor((sellsToken0 ? compressed : compressed + 1) / 256)
  const edge = (sellsToken0 ? bitmapWord * 256 : bitmapWord * 256 + 255) * tickSpacing
  if (listed !== undefined && (sellsToken0 ? listed.at >= edge : listed.at <= edge))
    return { tick: listed.at, net: listed.net }
  return { tick: Math.min(Math.max(edge, minTick), maxTick), net: undefined }
}

/**
 * @param {readonly Listed[]} nets
 * @param {number} tick
 */
function countUpTo(nets, tick) {
  let low = 0
  let high = nets.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (itemAt(nets, middle).at <= tick) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * SwapMath.computeSwapStep, exact input.
 * @param {{ pool: Concentrated, place: Place, target: bigint, sellsToken0: boolean }} swap
 * @param {bigint} left
 */
function stepTo({ pool: { fee }, place: { price, liquidity }, target, sellsToken0 }, left) {
  const net = (left * (million - fee)) / million
  const [needed, given] = sellsToken0
    ? [token0Between(target, price, liquidity, up), token1Between(target, price, liquidity, down)]
    : [token1Between(price, target, liquidity, up), token0Between(price, target, liquidity, down)]
  if (net >= needed) return { price: target, taken: needed + up(needed * fee, million - fee), given }
  if (sellsToken0) {
    const reached = fallen(price, liquidity, net)
    return { price: reached, taken: left, given: token1Between(reached, price, liquidity, down) }
  }
  const reached = price + (net * q96) / liquidity
  return { price: reached, taken: left, given: token0Between(price, reached, liquidity, down) }
}

/**
 * SqrtPriceMath.getNextSqrtPriceFromAmount0RoundingUp: if 256 bits do not hold the product, it divides first.
 * @param {bigint} price
 * @param {bigint} liquidity
 * @param {bigint} net
 */
function fallen(price, liquidity, net) {
  const numerator = liquidity * q96
  const product = net * price
  if (product < word && numerator + product < word) return up(numerator * price, numerator + product)
  return up(numerator, numerator / price + net)
}

/** @typedef {(a: bigint, b: bigint) => bigint} Divide */

/** @type {Divide} */
const up = (a, b) => (a + b - 1n) / b
/** @type {Divide} */
const down = (a, b) => a / b
/**
 * Token 0 between two prices; the contract divides twice.
 * @param {bigint} low
 * @param {bigint} high
 * @param {bigint} liquidity
 * @param {Divide} divide
 */
const token0Between = (low, high, liquidity, divide) => divide(divide(liquidity * q96 * (high - low), high), low)
/**
 * @param {bigint} low
 * @param {bigint} high
 * @param {bigint} liquidity
 * @param {Divide} divide
 */
const token1Between = (low, high, liquidity, divide) => divide(liquidity * (high - low), q96)

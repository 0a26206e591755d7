import { maxTick, tickAt } from '#exact/tick-price'
import { addressOf, arePegged } from '#generate/tokens'
import { entryOf, itemAt } from '#item-at'
import { toRaw } from '#raw-amount'

/**
 * @import { Draws } from '#generate/draws'
 * @import { Pair, Pool, PricedToken } from '#shapes'
 * @typedef {{ tokens: readonly PricedToken[], pair: Pair, tvl: number, deviation?: number | undefined, number: number }} Wanted
 * @typedef {{ a: PricedToken, b: PricedToken, price: number, tvl: number, pegged: boolean }} Market
 * @typedef {{ tick: number, whole: number, pegged: boolean, spacing: number }} Range
 * @typedef {[from: number, to: number, amount: number]} Position
 */

const gasOf = { cp: 90_000, v3: 120_000 }
const spacings = new Map([
  [100, 1],
  [500, 10],
  [3_000, 60],
  [10_000, 200],
])
/** Tokens further apart in price than this get no pool with ticks. */
const maxDistantTick = 600_000
/** The largest reserve of a pair. */
const maxReserve = 1n << 112n

/**
 * A pool of `tvl` dollars whose price is off the market's by `deviation`, or by up to 45 % of its fee if none is given:
 * more would be an arbitrage. `undefined` if chance gives two tokens that no pool would be made for.
 * @param {Draws} draws
 * @param {Wanted} wanted
 * @returns {Pool | undefined}
 */
export function drawPool(draws, { tokens, pair, tvl, deviation, number }) {
  const [x, y] = pair
  const [i, j] = itemAt(tokens, x).address < itemAt(tokens, y).address ? [x, y] : [y, x]
  const [a, b] = [itemAt(tokens, i), itemAt(tokens, j)]
  const pegged = arePegged(a, b)
  const type = pegged || draws.chance(0.4) ? 'v3' : 'cp'
  const feePpm = type === 'cp' ? 3_000 : draws.pick(pegged ? [100, 100, 500] : [500, 3_000, 3_000, 10_000])
  const off = deviation ?? (draws.either() * 0.45 * feePpm) / 1e6
  const market = { a, b, price: (a.usd / b.usd) * (1 + off), tvl, pegged }
  const id = addressOf(0xb0, number)
  /** @type {Pair} */
  const ends = [i, j]
  if (type === 'cp') {
    const reserves = reservesOf(market)
    return reserves && { id, type, tokens: ends, feePpm, gas: gasOf.cp, reserves }
  }
  const state = drawTicks(draws, { ...market, spacing: entryOf(spacings, feePpm) })
  return state && { id, type, tokens: ends, feePpm, gas: gasOf.v3, ...state }
}

/**
 * @param {Market} market
 * @returns {[string, string] | undefined}
 */
function reservesOf({ a, b, price, tvl }) {
  const held = tvl / 2 / a.usd
  const [r0, r1] = [toRaw(held, a.decimals), toRaw(held * price, b.decimals)]
  return [r0, r1].every((one) => one > 0n && one < maxReserve) ? [String(r0), String(r1)] : undefined
}

/**
 * A position over all prices and some around the market's, narrow if the tokens are pegged.
 * @param {Draws} draws
 * @param {Market & { spacing: number }} market
 */
function drawTicks(draws, { a, b, price, tvl, pegged, spacing }) {
  const root = Math.sqrt(price * 10 ** (b.decimals - a.decimals))
  const sqrtPriceX96 = toRaw(root * 2 ** 96, 0)
  if (Math.abs(2 * Math.log(root)) > maxDistantTick * Math.log(1.0001)) return undefined
  const tick = tickAt(sqrtPriceX96)
  const whole = ((tvl / 2 / b.usd) * 10 ** b.decimals) / root
  const last = Math.floor(maxTick / spacing) * spacing
  /** @type {Position[]} */
  const positions = [[-last, last, whole * 0.3], ...drawPositions(draws, { tick, whole, pegged, spacing })]

  /** @type {Map<number, bigint>} */
  const nets = new Map()
  /**
   * @param {number} at
   * @param {bigint} net
   */
  const add = (at, net) => nets.set(at, (nets.get(at) ?? 0n) + net)
  for (const [from, to, amount] of positions) {
    const [low, high] = [Math.max(from, -last), Math.min(to, last)]
    const liquidity = toRaw(amount, 0)
    add(low, liquidity)
    add(high, -liquidity)
  }
  const ticks = [...nets].filter(([, net]) => net !== 0n).sort(([x], [y]) => x - y)
  const liquidity = ticks.reduce((sum, [at, net]) => (at <= tick ? sum + net : sum), 0n)
  if (liquidity <= 0n) return undefined
  return {
    tickSpacing: spacing,
    sqrtPriceX96: String(sqrtPriceX96),
    tick,
    liquidity: String(liquidity),
    ticks: ticks.map(([at, net]) => /** @type {const} */ ([at, String(net)])),
  }
}

/**
 * @param {Draws} draws
 * @param {Range} range
 * @returns {Position[]}
 */
function drawPositions(draws, { tick, whole, pegged, spacing }) {
  const count = 4 + draws.below(26)
  const [typicalWidth, maxConcentrated] = pegged ? [20, 2_400] : [1_500, 240]
  return Array.from({ length: count }, () => {
    const width = Math.max(spacing, draws.logNormal(typicalWidth, 0.9))
    const centre = tick + draws.normal() * width * 0.8
    const from = Math.floor((centre - width) / spacing) * spacing
    const to = Math.floor((centre + width) / spacing) * spacing + spacing
    const concentrated = Math.min(maxConcentrated, 20_000 / width)
    return [from, to, ((whole * 0.7) / count) * concentrated * (0.3 + draws.unit())]
  })
}

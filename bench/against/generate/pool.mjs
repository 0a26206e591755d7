import { maxTick, tickAt } from '#exact/tick-price'
import { addressOf, arePegged } from '#generate/tokens'
import { toRaw } from '#raw-amount'

const gasOf = { cp: 90_000, v3: 120_000 }
const spacings = { 100: 1, 500: 10, 3000: 60, 10000: 200 }
/** Tokens further apart in price than this get no pool with ticks. */
const maxDistantTick = 600_000
/** The largest reserve of a pair. */
const maxReserve = 1n << 112n

/**
 * A pool of `tvl` dollars whose price is off the market's by `deviation`, or by up to 45 % of its fee if none is given:
 * more would be an arbitrage. `undefined` if chance gives two tokens that no pool would be made for.
 */
export function drawPool(draws, { tokens, pair, tvl, deviation, number }) {
  const [a, b] = pair.toSorted((x, y) => (tokens[x].address < tokens[y].address ? -1 : 1))
  const pegged = arePegged(tokens[a], tokens[b])
  const type = pegged || draws.chance(0.4) ? 'v3' : 'cp'
  const feePpm = type === 'cp' ? 3_000 : draws.pick(pegged ? [100, 100, 500] : [500, 3_000, 3_000, 10_000])
  const off = deviation ?? (draws.either() * 0.45 * feePpm) / 1e6
  const market = { tokens: [tokens[a], tokens[b]], price: (tokens[a].usd / tokens[b].usd) * (1 + off), tvl, pegged }
  const state = type === 'cp' ? reservesOf(market) : drawTicks(draws, { ...market, spacing: spacings[feePpm] })
  return state && { id: addressOf(0xb0, number), type, tokens: [a, b], feePpm, gas: gasOf[type], ...state }
}

function reservesOf({ tokens: [a, b], price, tvl }) {
  const held = tvl / 2 / a.usd
  const reserves = [toRaw(held, a.decimals), toRaw(held * price, b.decimals)]
  return reserves.every((one) => one > 0n && one < maxReserve) ? { reserves: reserves.map(String) } : undefined
}

/** A position over all prices and some around the market's, narrow if the tokens are pegged. */
function drawTicks(draws, { tokens: [a, b], price, tvl, pegged, spacing }) {
  const root = Math.sqrt(price * 10 ** (b.decimals - a.decimals))
  const sqrtPriceX96 = toRaw(root * 2 ** 96, 0)
  if (Math.abs(2 * Math.log(root)) > maxDistantTick * Math.log(1.0001)) return undefined
  const tick = tickAt(sqrtPriceX96)
  const whole = ((tvl / 2 / b.usd) * 10 ** b.decimals) / root
  const last = Math.floor(maxTick / spacing) * spacing
  const positions = [[-last, last, whole * 0.3], ...drawPositions(draws, { tick, whole, pegged, spacing })]

  const nets = new Map()
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
    ticks: ticks.map(([at, net]) => [at, String(net)]),
  }
}

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

/**
 * A pool's swap in floats: the stops of `ladder` without its roundings, each about 10^-14 of the price off, built as
 * far as the largest trade so far went.
 */
import type { Curve } from '#domain/protocol'
import { maxTick, minTick } from '#math/tick'
import { nextStop, type Place, pass } from './next-stop.ts'
import { countUpTo, type State } from './state.ts'

interface Stop {
  readonly place: Place
  /** √(token1 / token0), no longer scaled. */
  readonly price: number
  readonly liquidity: number
  /** Fee included. */
  readonly sold: number
  readonly bought: number
}

interface Stairs {
  readonly state: State
  readonly falls: boolean
  readonly kept: number
  readonly stops: Stop[]
  end: 'open' | 'limit' | 'unknown'
}

const logStep = Math.log1p(0.0001) / 2
const priceAtTick = (tick: number) => Math.exp(tick * logStep)

export function openCurve(state: State, falls: boolean, gasAt: (place: Place) => number): Curve {
  const stairs = startStairs(state, falls)
  return {
    give(amountIn) {
      const stop = landing(stairs, amountIn)
      if (stop === undefined) return undefined
      const out = Math.floor(stop.bought + short(stop, (amountIn - stop.sold) * stairs.kept, falls))
      return out > 0 ? out : undefined
    },
    gas: (amountIn) => gasAt((landing(stairs, amountIn) ?? (stairs.stops[0] as Stop)).place),
  }
}

function startStairs(state: State, falls: boolean): Stairs {
  const { tick, liquidity, knownFrom, knownTo } = state
  const place = { tick, liquidity, below: countUpTo(state.ticks, tick), crossed: 0, emptyWords: 0 }
  const price = Number(state.sqrtPriceX96) / 2 ** 96
  const start = { place, price, liquidity: Number(liquidity), sold: 0, bought: 0 }
  const isAtLimit = falls ? price <= priceAtTick(minTick) : price === 0 || price >= priceAtTick(maxTick)
  const isKnown = tick >= knownFrom - 1 && tick <= knownTo
  const end = isAtLimit ? 'limit' : isKnown ? 'open' : 'unknown'
  return { state, falls, kept: 1 - state.feePpm / 1_000_000, stops: [start], end }
}

/** The last stop a trade passes; `undefined` where it would go past the last of all. */
function landing(stairs: Stairs, amountIn: number): Stop | undefined {
  const { stops } = stairs
  let last = stops[stops.length - 1] as Stop
  while (stairs.end === 'open' && last.sold <= amountIn) {
    extend(stairs, last)
    last = stops[stops.length - 1] as Stop
  }
  if (last.sold <= amountIn) return undefined
  let low = 0
  let high = stops.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((stops[middle] as Stop).sold <= amountIn) low = middle
    else high = middle
  }
  return stops[low]
}

function extend(stairs: Stairs, from: Stop): void {
  const { state, falls, stops } = stairs
  const next = nextStop(state, from.place, falls)
  if (next === undefined) {
    stairs.end = 'unknown'
    const edge = falls ? state.knownFrom : state.knownTo
    const isAhead = falls ? edge <= from.place.tick : edge > from.place.tick
    if (isAhead) stops.push(reach(stairs, from, edge, from.place))
    return
  }
  if (falls ? next.tick <= minTick : next.tick >= maxTick) {
    stairs.end = 'limit'
    stops.push(reach(stairs, from, next.tick, from.place))
    return
  }
  stops.push(reach(stairs, from, next.tick, pass(state, from.place, next, falls)))
}

function reach({ falls, kept }: Stairs, from: Stop, tick: number, place: Place): Stop {
  const price = priceAtTick(tick)
  const moved = from.liquidity * Math.abs(price - from.price)
  const inverse = moved / (price * from.price)
  const [net, out] = falls ? [inverse, moved] : [moved, inverse]
  return {
    place,
    price,
    liquidity: Number(place.liquidity),
    sold: from.sold + net / kept,
    bought: from.bought + out,
  }
}

/** What `net`, the fee taken, buys before the next stop. */
function short({ price, liquidity }: Stop, net: number, falls: boolean): number {
  if (net <= 0 || liquidity === 0) return 0
  if (falls) return (liquidity * price * net * price) / (liquidity + net * price)
  return net / (price * (price + net / liquidity))
}

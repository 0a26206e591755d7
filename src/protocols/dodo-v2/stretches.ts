/** A pool as the search sees it, followed in floats; where it never leaves its price, it is a rate. */
import { curveStretches, type SmoothCurve } from '#amm/curve-stretches'
import { rateStretches } from '#amm/rate-stretches'
import type { Stretches, Trade } from '#domain/protocol'
import { unlessRefused } from '#math/unless-refused'
import { one } from './pmm.ts'
import type { State } from './state.ts'
import { adjusted, curveOf, mostHeld } from './swap.ts'

/** What is left of the bought token where a pool counts as drained; the rest is doubt. */
const leftover = 1e-10
/** Of what is held, how far floats and numbers of 18 digits may be off. */
const precision = 4e-15
const nothing: Stretches = { kept: 1, roots: [], liquidity: [], gas: [], whole: true }

export function stretches(stored: State, { from }: Pick<Trade, 'from'>, gas: number): Stretches {
  const state = unlessRefused(() => adjusted(stored))
  const kept = 1 - Number(stored.fees.pool + stored.fees.maintainer) / 1e18
  if (state === undefined || stored.price === 0n || kept <= 0) return nothing
  const way = wayOf(state, from === 0 ? 0 : 1)
  if (!(way.end >= 1 && way.price > 0)) return nothing
  if (state.slope === 0n) return rateStretches({ rate: way.price * kept, most: way.end, gas, doubt: 4 + way.doubt })
  const at: SmoothCurve['at'] = (x) => {
    const { y, slope } = x < way.missing ? way.onReturn(x) : way.onLeaving(x - way.missing)
    return { x, y: y * kept, slope: slope * kept }
  }
  return curveStretches({ at, end: way.end, turn: Math.min(way.missing, way.end), gas, doubt: 4 + way.doubt })
}

interface Point {
  readonly y: number
  readonly slope: number
}

interface Way {
  readonly price: number
  /** What brings the pool back to equilibrium; until then 1/√slope is concave, and convex from then on. */
  readonly missing: number
  readonly end: number
  readonly doubt: number
  readonly onReturn: (x: number) => Point
  /** @param x what is paid beyond what was missing */
  readonly onLeaving: (x: number) => Point
}

function wayOf({ reserves, targets, short, ...state }: State, from: 0 | 1): Way {
  const to = from === 0 ? 1 : 0
  const [price, k] = [
    Number(curveOf({ reserves, targets, short, ...state }, from).price) / 1e18,
    Number(state.slope) / 1e18,
  ]
  const flat = Number(one - state.slope) / 1e18
  const [held, target, most] = [Number(reserves[from]), Number(targets[from]), Number(mostHeld - reserves[from])]
  const isShort = short === from
  const missing = isShort ? target - held : 0
  const spare = isShort ? Number(reserves[to] - targets[to]) : 0
  const [aim, start] = [Number(targets[to]), Number(short === to ? reserves[to] : targets[to])]
  const ratio = start > 0 ? (aim / start) ** 2 : 0

  const onReturn = (x: number): Point => {
    const now = held + x
    return {
      y: price * x * (flat + (k * target * target) / (held * now)),
      slope: price * (flat + k * (target / now) ** 2),
    }
  }
  const onLeaving = (x: number): Point => {
    const { part, left } = leaving({ flat, steep: k * ratio }, (price * x) / start)
    return { y: spare + start * part, slope: price / (flat + (k * ratio) / (left * left)) }
  }
  const beyond = start === 0 ? 0 : (start * (1 - leftover) * (flat + (k * ratio) / leftover)) / price
  // what is given at equilibrium is all there is to spare, whatever the rounded way there comes to
  const jump = isShort && missing > 0 ? Math.abs(spare - onReturn(missing).y) : 0
  const roundings = 2 * price + (k > 0 && flat > 0 ? 2 / Math.sqrt(k * flat) + 3 / flat : 0)
  return {
    price,
    missing,
    end: Math.min(missing + beyond, most),
    doubt: jump + roundings + (spare + start) * (precision + leftover),
    onReturn,
    onLeaving,
  }
}

interface Shape {
  /** 1 − k */
  readonly flat: number
  /** k times the square of target to balance. */
  readonly steep: number
}

/**
 * t = (1 − u) (flat + steep / u) solved for u, the part that is left, and for 1 − u, each without a subtraction that cancels.
 * @param paid t, what is paid at equilibrium's price for all of the balance
 */
function leaving({ flat, steep }: Shape, paid: number): { readonly part: number; readonly left: number } {
  const b = paid - flat + steep
  const root = Math.sqrt(b * b + 4 * flat * steep)
  const left = b > 0 ? (2 * steep) / (b + root) : (root - b) / (2 * flat)
  return { part: (2 * paid) / (paid + flat + steep + root), left }
}

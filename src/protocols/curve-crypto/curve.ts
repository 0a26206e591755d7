/**
 * The same invariant in floats, for the search. With s = Σx / D − 1, e = 1 − K₀, c = A·n^n·γ² it is c·K₀·s = e·(γ + e)².
 * Subtracted from itself after the trade nothing in it cancels, so that the least trade has as many digits as the largest.
 */
import type { Trade } from '#domain/protocol'
import { partsOf, rulesOf } from './rules.ts'
import type { Shape } from './state.ts'

type Way = Pick<Trade, 'from' | 'to'>

interface Balances {
  /** Of 18 decimals in the first token's value, each above 0. */
  readonly scaled: readonly bigint[]
  readonly invariant: bigint
}

/** Digits that a ratio of whole numbers keeps on its way to a float. */
const digits = 10n ** 40n
const mostSteps = 80

/** @returns what `to` gives for what is paid to `from`, the fee aside; `undefined` where balances become too uneven */
export function cryptoCurve(shape: Shape, { scaled, invariant }: Balances, { from, to }: Way) {
  const n = rulesOf[shape.kind].n
  const whole = invariant ** n
  const product = scaled.reduce((all, one) => all * one, n ** n)
  const share = Number((product * digits) / whole) / 1e40
  const away = Number(((whole - product) * digits) / whole) / 1e40
  const { given, times } = partsOf(shape)
  const [leastPart = 0, mostPart = 0] = given.map((part) => Number(part / times) / 1e18)
  const [gamma, d] = [Number(shape.gamma) / 1e18, Number(invariant)]
  const [x, y] = [Number(scaled[from]) / d, Number(scaled[to]) / d]
  const c = (Number(shape.a) / 1e4) * gamma ** 2
  const q = gamma + away
  const slack = (away * q ** 2) / (c * share)

  /**
   * By how much the two sides differ where the sold balance has grown by its part `u` and the bought one lost its part `v`,
   * and how that changes with `v`.
   */
  const difference = (u: number, v: number): Value => {
    const moved = share * (u - v - u * v)
    const grown = x * u - y * v
    const left = q - moved
    const bent = 2 * q * away - away * moved + left ** 2
    const [turn, held] = [-share * (1 + u), share + moved]
    return {
      value: c * (moved * slack + held * grown) + moved * bent,
      slope: c * (turn * (slack + grown) - held * y) + turn * (bent - moved * (away + 2 * left)),
    }
  }
  return (paid: number): number | undefined => {
    const u = paid / d / x
    // as if the product stayed, or the sum
    const ends = [u / (1 + u), Math.min(1, (x * u) / y)] as const
    const v = rootOf((part) => difference(u, part), ends)
    return x * (1 + u) <= mostPart && y * (1 - v) >= leastPart ? y * v * d : undefined
  }
}

interface Value {
  readonly value: number
  readonly slope: number
}

/** Where a function that falls is 0, between two ends: by Newton's method from the first, by halves where that leads away. */
function rootOf(of: (part: number) => Value, ends: readonly [number, number]): number {
  let [part, low, high] = [ends[0], Math.min(...ends), Math.max(...ends)]
  for (let step = 0; step < mostSteps; step += 1) {
    const { value, slope } = of(part)
    if (value > 0) low = part
    else high = part
    const next = part - value / slope
    const better = next > low && next < high ? next : (low + high) / 2
    if (Math.abs(better - part) <= better * 1e-12) return better
    part = better
  }
  return part
}

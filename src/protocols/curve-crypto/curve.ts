/**
 * The same invariant in floats, for the search. With s = Σx / D − 1, e = 1 − K₀, c = A·n^n·γ² it is c·K₀·s = e·(γ +
 * e)². Its difference before and after the trade is written so that nothing cancels: the smallest trade has as many
 * digits as the largest.
 */
import type { Trade } from '#domain/pools/protocol'
import { getPartLimits, rulesByKind } from './amounts/rules.ts'
import type { CurveCryptoShape } from './amounts/state.ts'

type SwapDirection = Pick<Trade, 'from' | 'to'>

interface Balances {
  /** 18 decimals in the first token's value, each above 0. */
  readonly scaled: readonly bigint[]
  readonly invariant: bigint
}

/** Digits kept of a ratio of integers before it becomes a float. */
const digits = 10n ** 40n
const maxSteps = 80
const precision = 1e-12

/**
 * @returns output of `to` as a function of the input of `from`, without the fee; `undefined` if balances become too
 * uneven
 */
export function createCryptoCurve(
  shape: CurveCryptoShape,
  { scaled, invariant }: Balances,
  { from, to }: SwapDirection,
) {
  const n = rulesByKind[shape.kind].n
  const whole = invariant ** n
  const product = scaled.reduce((all, one) => all * one, n ** n)
  const share = Number((product * digits) / whole) / 1e40
  const away = Number(((whole - product) * digits) / whole) / 1e40
  const { given, times } = getPartLimits(shape)
  const [minPart = 0, maxPart = 0] = given.map((part) => Number(part / times) / 1e18)
  const [gamma, d] = [Number(shape.gamma) / 1e18, Number(invariant)]
  const [x, y] = [Number(scaled[from]) / d, Number(scaled[to]) / d]
  const c = (Number(shape.a) / 1e4) * gamma ** 2
  const q = gamma + away
  const slack = (away * q ** 2) / (c * share)

  /**
   * The difference of the two sides when the input balance has grown by the fraction `u` and the output balance has
   * lost the fraction `v`, and its derivative by `v`.
   */
  const difference = (u: number, v: number): ValueAndSlope => {
    const moved = share * (u - v - u * v)
    const grown = x * u - y * v
    const left = q - moved
    const bent = 2 * q * away - away * moved + left ** 2
    const turn = -share * (1 + u)
    const held = share + moved
    return {
      value: c * (moved * slack + held * grown) + moved * bent,
      slope: c * (turn * (slack + grown) - held * y) + turn * (bent - moved * (away + 2 * left)),
    }
  }
  return (paid: number): number | undefined => {
    const u = paid / d / x
    // bounds: a constant product, and a constant sum
    const v = findRoot((part) => difference(u, part), u / (1 + u), Math.min(1, (x * u) / y))
    return x * (1 + u) <= maxPart && y * (1 - v) >= minPart ? y * v * d : undefined
  }
}

interface ValueAndSlope {
  readonly value: number
  readonly slope: number
}

/**
 * The zero of a falling function between two ends: by Newton's method from the first end, by bisection if a step leaves
 * the interval.
 */
function findRoot(of: (part: number) => ValueAndSlope, first: number, last: number): number {
  let part = first
  let low = Math.min(first, last)
  let high = Math.max(first, last)
  for (let step = 0; step < maxSteps; step += 1) {
    const { value, slope } = of(part)
    if (value > 0) low = part
    else high = part
    const next = part - value / slope
    // asked before the interval: at the root to the last digit a step leaves it
    if (Math.abs(next - part) <= part * precision) return Math.min(high, Math.max(low, next))
    const better = next > low && next < high ? next : (low + high) / 2
    if (Math.abs(better - part) <= better * precision) return better
    part = better
  }
  return part
}

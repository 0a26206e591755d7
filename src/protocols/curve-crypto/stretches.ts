/** A pool as the search sees it. */
import type { Stretches, Trade } from '#domain/protocol'
import { movingStretches } from '#math/moving-fee-stretches'
import { unlessRefused } from '#math/unless-refused'
import { cryptoCurve } from './curve.ts'
import { feeCurve } from './fee.ts'
import type { State } from './state.ts'
import { heldWithout, scaledBalances } from './swap.ts'

type Way = Pick<Trade, 'from' | 'to'>

/** D is known to this part of it, and a balance to some of it more; the contracts stop there. */
const known = 1e-13

export function stretches(state: State, way: Way, gas: number): Stretches {
  const held = state.isMoved ? undefined : unlessRefused(() => heldWithout(state, way.to))
  if (held === undefined) return { kept: 1, roots: [], liquidity: [], gas: [], whole: true }
  const scaled = scaledBalances(state)
  const curve = cryptoCurve(state, { scaled, invariant: state.invariant }, way)
  const [unitIn, unitOut] = [unitOf(state, way.from), unitOf(state, way.to)]
  // D is not quite that of the balances: by so much more or less is given at once
  const offset = Number((scaled[way.to] ?? 0n) - held)
  const gross = remembered((x) => {
    const given = curve(x * unitIn)
    return given === undefined ? undefined : Math.max(0, given + offset)
  })
  const [path, fee] = [pathOf(scaled, way), feeCurve(state)]
  const kept = (x: number) => 1 - fee(path.evenness(x * unitIn, gross(x) ?? 0))
  return movingStretches({
    give: (x) => {
      const given = gross(x)
      return given === undefined ? undefined : given / unitOut
    },
    kept,
    mostKept: (from, to) => {
      const [first, last] = [from, to].map((x) => ({ paid: x * unitIn, given: gross(x) ?? 0 })) as [Point, Point]
      return Math.max(kept(from), kept(to), 1 - fee(path.mostEven(first, last)))
    },
    gas: () => gas,
    rounding: 8 + (8 + Number(state.invariant) * known) / unitOut,
  })
}

/** Answers once to what is asked for several times. */
function remembered(of: (x: number) => number | undefined): (x: number) => number | undefined {
  const answers = new Map<number, number | undefined>()
  return (x) => {
    if (!answers.has(x)) answers.set(x, of(x))
    return answers.get(x)
  }
}

/** What a smallest unit of a token is, of 18 decimals in the first token's value. */
const unitOf = ({ precisions, priceScale }: State, i: number): number =>
  (Number(precisions[i]) * (i === 0 ? 1e18 : Number(priceScale[i - 1]))) / 1e18

/** Of 18 decimals in the first token's value. */
interface Point {
  readonly paid: number
  readonly given: number
}

/** How even balances are along a trade: n^n Πx / (Σx)^n, 1 where all are one. */
function pathOf(scaled: readonly bigint[], { from, to }: Way) {
  const floats = scaled.map(Number)
  const n = floats.length
  const [x = 0, y = 0] = [floats[from], floats[to]]
  const others = floats.filter((_, i) => i !== from && i !== to)
  const othersSum = others.reduce((sum, one) => sum + one, 0)
  const rest = others.reduce((product, one) => product * one * n, n * n)
  const even = (sold: number, bought: number, sum: number): number =>
    (rest / sum ** (n - 2)) * (sold / sum) * (bought / sum)
  const evenness = (paid: number, given: number) => {
    const [sold, bought] = [x + paid, Math.max(0, y - given)]
    return even(sold, bought, sold + bought + othersSum)
  }
  return {
    evenness,
    /** The most of it between two points: where the balances still near their mean, or already leave it, at an end. */
    mostEven(first: Point, last: Point): number {
      const isNearing = ({ paid, given }: Point) => {
        const mean = (x + paid + y - given + othersSum) / n
        return x + paid < mean && y - given > mean
      }
      const isLeaving = ({ paid, given }: Point) => {
        const mean = (x + paid + y - given + othersSum) / n
        return x + paid > mean && y - given < mean
      }
      if (isNearing(last)) return evenness(last.paid, last.given)
      if (isLeaving(first)) return evenness(first.paid, first.given)
      const leastSum = x + first.paid + y - last.given + othersSum
      return Math.min(1, even(x + last.paid, Math.max(0, y - first.given), leastSum))
    },
  }
}

/** A StableSwap as the search sees it, its fee the same for every trade. */
import type { Stretches, Trade } from '#domain/protocol'
import { stretchesOf } from '#math/chord-stretches'
import type { Amplification } from './stable-swap.ts'
import { stableCurve } from './stable-swap-curve.ts'

/** D and y are each off by a unit of 18 decimals at most, and D counts for some in y. */
const rounding = 8

/** In smallest units of the bought token, which may be worth less than a unit of 18 decimals. */
export const stableRounding = (unitOut: number): number => rounding * Math.max(1, 1 / unitOut)

export interface StablePool {
  /** Of one precision, each above 0. */
  readonly scaled: readonly bigint[]
  readonly curve: Amplification
  /** What a smallest unit of each token is in that precision. */
  readonly units: readonly number[]
  readonly feeE10: bigint
}

export function stableStretches(pool: StablePool, { from, to }: Pick<Trade, 'from' | 'to'>, gas: number): Stretches {
  const { scaled, curve, units, feeE10 } = pool
  const gross = stableCurve(scaled, { from, to }, curve)
  const [unitIn = 1, unitOut = 1] = [units[from], units[to]]
  const kept = 1 - Number(feeE10) / 1e10
  const give = (x: number) => (gross(x * unitIn) * kept) / unitOut
  const { end: _, ...cut } = stretchesOf({ give, gas: () => gas, rounding: stableRounding(unitOut) })
  return { ...cut, whole: true }
}

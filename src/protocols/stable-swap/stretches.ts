/** A pool as the search sees it. */
import { stableCurve } from '#amm/stable-swap-curve'
import type { Stretches, Trade } from '#domain/protocol'
import { stretchesOf } from '#math/chord-stretches'
import type { State } from './state.ts'
import { precision } from './swap.ts'

/** D and y are each off by a unit of 18 decimals at most, and D counts for some in y. */
const rounding = 8

export function stretches(state: State, { from, to }: Pick<Trade, 'from' | 'to'>, gas: number): Stretches {
  const { balances, multipliers, amplification, feeE10 } = state
  const scaled = balances.map((one, i) => one * (multipliers[i] ?? 0n))
  const curve = stableCurve(scaled, { from, to }, { a: amplification, precision })
  const [scaleIn, scaleOut] = [Number(multipliers[from]), Number(multipliers[to])]
  const kept = 1 - Number(feeE10) / 1e10
  const give = (x: number) => (curve(x * scaleIn) * kept) / scaleOut
  const { end: _, ...cut } = stretchesOf({ give, gas: () => gas, rounding })
  return { ...cut, whole: true }
}

/** A pool as the search sees it. */
import { stableStretches } from '#amm/stable-swap-stretches'
import type { Stretches, Trade } from '#domain/protocol'
import type { State } from './state.ts'
import { precision } from './swap.ts'

export function stretches(state: State, way: Pick<Trade, 'from' | 'to'>, gas: number): Stretches {
  const { balances, multipliers, amplification, feeE10 } = state
  const scaled = balances.map((one, i) => one * (multipliers[i] ?? 0n))
  const curve = { a: amplification, precision }
  return stableStretches({ scaled, curve, units: multipliers.map(Number), feeE10 }, way, gas)
}

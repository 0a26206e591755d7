/** A pool as the search sees it: a classic one is one stretch, a stable one is cut into some. */
import { productStretches } from '#amm/product'
import { stableStretches } from '#amm/stable-swap-stretches'
import type { Stretches, Trade } from '#domain/protocol'
import type { State } from './state.ts'
import { asProduct, curve, mostHeld } from './swap.ts'

export function stretches(state: State, way: Pick<Trade, 'from' | 'to'>, swapGas: number): Stretches {
  const { reserves, multipliers, feesE5 } = state
  if (multipliers === undefined) return productStretches(asProduct(state), way, { swapGas, most: mostHeld.classic })
  const scaled = [reserves[0] * multipliers[0], reserves[1] * multipliers[1]]
  if (scaled.includes(0n)) return { kept: 1, roots: [], liquidity: [], gas: [], whole: true }
  const kept = 1 - Number(feesE5[way.from === 0 ? 0 : 1]) / 100_000
  return stableStretches({ scaled, curve, units: multipliers.map(Number), feeE10: 0n, kept }, way, swapGas)
}

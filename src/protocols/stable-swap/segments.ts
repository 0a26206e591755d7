/** Segments of a pool. */
import { stableSwapToSegments } from '#amm/stable-swap-segments'
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import type { StableSwapState } from './state.ts'
import { precision } from './swap.ts'

export function toSegments(state: StableSwapState, way: SegmentsRequest, gas: number): LiquiditySegments {
  const { balances, multipliers, amplification, feeE10 } = state
  const scaled = balances.map((one, i) => one * (multipliers[i] ?? 0n))
  const curve = { a: amplification, precision }
  return stableSwapToSegments({ scaled, curve, units: multipliers.map(Number), feeE10 }, way, gas)
}

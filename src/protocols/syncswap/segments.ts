/** Segments of a pool: one for a classic pool, several for a stable one. */
import { productToSegments } from '#amm/product'
import { stableSwapToSegments } from '#amm/stable-swap-segments'
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import type { SyncSwapState } from './state.ts'
import { maxReserves, stableCurve, toProductState } from './swap.ts'

export function toSegments(state: SyncSwapState, way: SegmentsRequest, swapGas: number): LiquiditySegments {
  const { reserves, multipliers, feesE5 } = state
  if (multipliers === undefined)
    return productToSegments(toProductState(state), way, { swapGas, max: maxReserves.classic })
  const scaled = [reserves[0] * multipliers[0], reserves[1] * multipliers[1]]
  if (scaled.includes(0n)) return { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  const kept = 1 - Number(feesE5[way.from === 0 ? 0 : 1]) / 100_000
  return stableSwapToSegments(
    { scaled, curve: stableCurve, units: multipliers.map(Number), feeE10: 0n, feeFactor: kept },
    way,
    swapGas,
  )
}

/** Segments of one direction of a pool. */
import { vaultToSegments } from '#amm/vault-segments'
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { wadMulDown } from '#math/integers/wad'
import { estimateGas } from './gas.ts'
import type { BalancerV3State } from './state.ts'
import { refusesAllTrades } from './swap.ts'

const noSegments: LiquiditySegments = { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }

/** @throws RangeError if a balance overflows */
export function toSegments(state: BalancerV3State, way: SegmentsRequest): LiquiditySegments {
  if (refusesAllTrades(state, way)) return noSegments
  return vaultToSegments(state, way, {
    rounding: 'v3',
    gas: Number(estimateGas(state, way)),
    unitOf: ({ scaling, rate }) => (Number(scaling) * Number(rate)) / 1e18,
    balanceOf: ({ raw, scaling, rate }) => wadMulDown(uint256(raw * scaling), rate),
    minTrade: state.leastTrade,
  })
}

/** Segments of one direction of a pool. */
import { vaultToSegments } from '#amm/vault-segments'
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import { wadMulDown } from '#math/integers/wad'
import { estimateGas } from './gas.ts'
import type { BalancerV2State } from './state.ts'

export const toSegments = (state: BalancerV2State, way: SegmentsRequest): LiquiditySegments =>
  vaultToSegments(state, way, {
    rounding: 'v2',
    gas: Number(estimateGas(state, way)),
    unitOf: ({ scaling }) => Number(scaling) / 1e18,
    balanceOf: ({ raw, scaling }) => wadMulDown(raw, scaling),
    minTrade: 1n,
  })

/** Segments of one direction of a pool. */
import { vaultToSegments } from '#amm/vault-segments'
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import { wadMulDown } from '#math/integers/wad'
import { estimateGas } from './gas.ts'
import type { BalancerV3State } from './state.ts'

export const toSegments = (state: BalancerV3State, way: SegmentsRequest): LiquiditySegments =>
  vaultToSegments(state, way, {
    rounding: 'v3',
    gas: Number(estimateGas(state, way)),
    unitOf: ({ scaling, rate }) => (Number(scaling) * Number(rate)) / 1e18,
    balanceOf: ({ raw, scaling, rate }) => wadMulDown(raw * scaling, rate),
  })

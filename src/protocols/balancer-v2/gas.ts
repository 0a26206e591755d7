import type { Trade } from '#domain/pools/protocol'
import { isPlainPower } from '#math/curves/weighted'
import { wad } from '#math/integers/wad'
import type { BalancerV2State, BalancerV2WeightedCurve } from './state.ts'

/** Measured on the vault in the sandbox; the cost of the adapter in front is added elsewhere. */
export function estimateGas({ tokens, curve }: BalancerV2State, { from, to }: Pick<Trade, 'from' | 'to'>): bigint {
  if (curve.type === 'stable') return 52_000n + 21_500n * BigInt(tokens.length)
  return isPlain(curve, { from, to }) ? 54_000n : 67_000n
}

/** For the expected gas: measured in the sandbox's pools. */
export function estimateGasBeyond({ tokens, curve }: BalancerV2State, trade: Pick<Trade, 'from' | 'to'>): number {
  if (curve.type === 'stable') return tokens.length === 2 ? 2_000 : -10_000
  return isPlain(curve, trade) ? 2_500 : -6_600
}

const isPlain = ({ weights, isFirst }: BalancerV2WeightedCurve, { from, to }: Pick<Trade, 'from' | 'to'>): boolean =>
  !isFirst && isPlainPower({ weightIn: weights[from] ?? wad, weightOut: weights[to] ?? wad })

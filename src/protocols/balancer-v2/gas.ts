import type { Trade } from '#domain/pools/protocol'
import { isPlainPower } from '#math/curves/weighted'
import { wad } from '#math/integers/wad'
import type { BalancerV2State } from './state.ts'

/** Measured on the vault in the sandbox; the cost of the adapter in front is added elsewhere. */
export function estimateGas({ tokens, curve }: BalancerV2State, { from, to }: Pick<Trade, 'from' | 'to'>): bigint {
  if (curve.type === 'stable') return 52_000n + 21_500n * BigInt(tokens.length)
  const [weightIn, weightOut] = [curve.weights[from] ?? wad, curve.weights[to] ?? wad]
  return !curve.isFirst && isPlainPower({ weightIn, weightOut }) ? 54_000n : 67_000n
}

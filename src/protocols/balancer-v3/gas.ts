import type { Trade } from '#domain/pools/protocol'
import { isPlainPower } from '#math/curves/weighted'
import { wad } from '#math/integers/wad'
import type { BalancerV3State } from './state.ts'

/** Measured on the vault in the sandbox; the cost of the adapter in front is added elsewhere. */
export function estimateGas({ tokens, curve }: BalancerV3State, { from, to }: Pick<Trade, 'from' | 'to'>): bigint {
  const count = BigInt(tokens.length)
  if (curve.type === 'stable') return 53_000n + 29_200n * count
  const [weightIn, weightOut] = [curve.weights[from] ?? wad, curve.weights[to] ?? wad]
  return 86_000n + 10_000n * count + (isPlainPower({ weightIn, weightOut }) ? 0n : 12_000n)
}

const rateGas = 10_400

/** For the expected gas: measured in the sandbox's pools. A rate that is not 1 is asked of its provider. */
export function estimateGasBeyond({ tokens, curve }: BalancerV3State): number {
  if (curve.type !== 'stable') return -2_500
  const count = Math.min(tokens.length, 3)
  return 20_000 - 10_200 * count + (tokens.some(({ rate }) => rate !== wad) ? rateGas : 0)
}

/** The fee, which grows with the imbalance. Source: `_fee` and `reduction_coefficient` of the contracts. */
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { rulesByKind } from './rules.ts'
import type { CurveCryptoState } from './state.ts'

type Fees = Pick<CurveCryptoState, 'kind' | 'midFeeE10' | 'outFeeE10' | 'feeGamma'>

/**
 * Interpolates between the two fees by γ / (γ + 1 − n^n Πx / (Σx)^n), in 10^-10, rounded as the contracts do.
 * @param balances of 18 decimals in the first token's value, after the trade
 * @throws RangeError if the contract reverts
 */
export function computeFee(fees: Fees, balances: readonly bigint[]): bigint {
  const { kind, midFeeE10, outFeeE10, feeGamma } = fees
  const evenness = computeEvenness(kind, balances)
  const isFixed = !rulesByKind[kind].ofTwo && feeGamma === 0n
  const part = isFixed ? evenness : uint256(feeGamma * wad) / uint256(feeGamma + wad - evenness)
  return uint256(midFeeE10 * part + outFeeE10 * uint256(wad - part)) / wad
}

function computeEvenness(kind: CurveCryptoState['kind'], balances: readonly bigint[]): bigint {
  const n = BigInt(balances.length)
  const sum = balances.reduce((total, one) => uint256(total + one), 0n)
  if (!rulesByKind[kind].ofTwo) return balances.reduce((part, one) => uint256(part * n * one) / sum, wad)
  const [x = 0n, y = 0n] = balances
  return uint256((uint256(4n * wad * x) / sum) * y) / sum
}

/** The same in floats, as a fraction, of n^n Πx / (Σx)^n, which is at most 1. */
export function createFeeCurve({ kind, midFeeE10, outFeeE10, feeGamma }: Fees): (evenness: number) => number {
  const [mid, out, gamma] = [Number(midFeeE10) / 1e10, Number(outFeeE10) / 1e10, Number(feeGamma) / 1e18]
  const isFixed = !rulesByKind[kind].ofTwo && gamma === 0
  return (evenness) => {
    const part = isFixed ? evenness : gamma / (gamma + 1 - evenness)
    return mid * part + out * (1 - part)
  }
}

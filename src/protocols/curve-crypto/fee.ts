/** The fee, which grows as balances part. Source: `_fee` and `reduction_coefficient` of the contracts. */
import { uint256 } from '#math/uint256'
import { wad } from '#math/wad'
import { rulesOf } from './rules.ts'
import type { State } from './state.ts'

type Fees = Pick<State, 'kind' | 'midFeeE10' | 'outFeeE10' | 'feeGamma'>

/**
 * Between the two fees by γ / (γ + 1 − n^n Πx / (Σx)^n), in 10^-10, rounded as the contracts do.
 * @param balances of 18 decimals in the first token's value, once the trade has happened
 * @throws RangeError where the contract reverts
 */
export function feeOf(fees: Fees, balances: readonly bigint[]): bigint {
  const { kind, midFeeE10, outFeeE10, feeGamma } = fees
  const evenness = evennessOf(kind, balances)
  const isFixed = !rulesOf[kind].ofTwo && feeGamma === 0n
  const part = isFixed ? evenness : uint256(feeGamma * wad) / uint256(feeGamma + wad - evenness)
  return uint256(midFeeE10 * part + outFeeE10 * uint256(wad - part)) / wad
}

function evennessOf(kind: State['kind'], balances: readonly bigint[]): bigint {
  const n = BigInt(balances.length)
  const sum = balances.reduce((total, one) => uint256(total + one), 0n)
  if (!rulesOf[kind].ofTwo) return balances.reduce((part, one) => uint256(part * n * one) / sum, wad)
  const [x = 0n, y = 0n] = balances
  return uint256((uint256(4n * wad * x) / sum) * y) / sum
}

/** The same in floats, as a part of 1, by n^n Πx / (Σx)^n, which is at most 1. */
export function feeCurve({ kind, midFeeE10, outFeeE10, feeGamma }: Fees): (evenness: number) => number {
  const [mid, out, gamma] = [Number(midFeeE10) / 1e10, Number(outFeeE10) / 1e10, Number(feeGamma) / 1e18]
  const isFixed = !rulesOf[kind].ofTwo && gamma === 0
  return (evenness) => {
    const part = isFixed ? evenness : gamma / (gamma + 1 - evenness)
    return mid * part + out * (1 - part)
  }
}

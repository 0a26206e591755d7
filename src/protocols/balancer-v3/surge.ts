/**
 * The fee of pools under a StableSurge hook: above a threshold of imbalance, trades that increase it pay more. Source:
 * StableSurgeHook.sol and StableSurgeMedianMath.sol of Balancer v3.
 */
import { wadComplement, wadDivDown, wadMulDown } from '#math/integers/wad'

export interface Surge {
  /** All with 18 decimals. */
  readonly threshold: bigint
  readonly maxFee: bigint
}

/**
 * @param before balances as the pool's math sees them
 * @param after the same after the trade, its fee not deducted
 * @returns the fee of the trade, 18 decimals
 */
export function computeSurgeFee(
  { threshold, maxFee }: Surge,
  fee: bigint,
  before: readonly bigint[],
  after: readonly bigint[],
): bigint {
  const imbalance = computeImbalance(after)
  const isSurging = imbalance > threshold && imbalance > computeImbalance(before)
  if (maxFee < fee || !isSurging) return fee
  return fee + wadMulDown(maxFee - fee, wadDivDown(imbalance - threshold, wadComplement(threshold)))
}

/** The sum of the balances' distances from their median, as a fraction of the sum of balances. */
function computeImbalance(balances: readonly bigint[]): bigint {
  const median = computeMedian(balances)
  const apart = balances.reduce((sum, balance) => sum + (balance > median ? balance - median : median - balance), 0n)
  return wadDivDown(
    apart,
    balances.reduce((sum, balance) => sum + balance, 0n),
  )
}

function computeMedian(balances: readonly bigint[]): bigint {
  const sorted = balances.toSorted((a, b) => (a < b ? -1 : 1))
  const middle = sorted.length >> 1
  const [below = 0n, above = 0n] = sorted.slice(middle - 1, middle + 1)
  return sorted.length % 2 === 0 ? (below + above) / 2n : above
}

/**
 * The fee of pools under a StableSurge hook: above a threshold of imbalance, trades that add to it pay more.
 * Source: StableSurgeHook.sol and StableSurgeMedianMath.sol of Balancer v3.
 */
import { wadComplement, wadDivDown, wadMulDown } from '#math/wad'

export interface Surge {
  /** All with 18 decimals. */
  readonly threshold: bigint
  readonly mostFee: bigint
}

/**
 * @param before what the pool's math sees
 * @param after the same with the trade, its fee not taken off
 * @returns the fee of the trade, 18 decimals
 */
export function surgeFee(
  { threshold, mostFee }: Surge,
  fee: bigint,
  before: readonly bigint[],
  after: readonly bigint[],
): bigint {
  const imbalance = imbalanceOf(after)
  const isSurging = imbalance > threshold && imbalance > imbalanceOf(before)
  if (mostFee < fee || !isSurging) return fee
  return fee + wadMulDown(mostFee - fee, wadDivDown(imbalance - threshold, wadComplement(threshold)))
}

/** How far the balances are from their median, all together, as a part of their sum. */
function imbalanceOf(balances: readonly bigint[]): bigint {
  const median = medianOf(balances)
  const apart = balances.reduce((sum, balance) => sum + (balance > median ? balance - median : median - balance), 0n)
  return wadDivDown(
    apart,
    balances.reduce((sum, balance) => sum + balance, 0n),
  )
}

function medianOf(balances: readonly bigint[]): bigint {
  const sorted = balances.toSorted((a, b) => (a < b ? -1 : 1))
  const middle = sorted.length >> 1
  const [below = 0n, above = 0n] = sorted.slice(middle - 1, middle + 1)
  return sorted.length % 2 === 0 ? (below + above) / 2n : above
}

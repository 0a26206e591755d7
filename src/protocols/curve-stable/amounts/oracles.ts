/**
 * What StableSwap-NG computes for its oracles after a trade: not part of the output, but it can make the trade revert.
 */
import type { Amplification } from '#amm/stable-swap'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'

/** D is packed into 128 bits. */
const maxPackedInvariant = 1n << 128n

/**
 * @param after balances of 18 decimals after the trade, without the fee
 * @throws RangeError if `upkeep_oracles` of CurveStableSwapNG reverts
 */
export function upkeepOracles(after: readonly bigint[], invariant: bigint, { a, precision }: Amplification): void {
  const n = BigInt(after.length)
  const [first = 0n, ...others] = after
  const part = after.reduce((product, one) => uint256(product * invariant) / one, invariant / n ** n)
  const weighed = uint256(a * n * first) / precision
  for (const one of others) {
    const slope = uint256(weighed + uint256(part * first) / one)
    // divided as the contract divides, so that a meaningless price is refused as there
    uint256(wad * slope) / uint256(weighed + part)
  }
  if (invariant >= maxPackedInvariant) throw new RangeError('D is too large for the oracle')
}

/**
 * The vault's buffers of an ERC-4626 wrapper and its underlying token. Their price is the wrapper's own, less a unit of
 * the input and one of the output, which stay. Source: Vault.sol of v3-vault 1.0.0, `_wrapWithBuffer` and
 * `_unwrapWithBuffer`; before the release of December 2024 nothing stayed.
 */
import { divUp } from '#math/full-math'
import { wad } from '#math/wad'

/** What a whole wrapped token is worth, 18 decimals, as a fraction: a wrapper knows more digits than it says. */
export interface Rate {
  readonly numerator: bigint
  readonly denominator: bigint
}

export type Direction = 'wrap' | 'unwrap'

/**
 * @param margin units that stay in the buffer on either side: 1, or 0 before the release
 * @returns what an exact input buys; 0 or less where it buys nothing
 */
export function bufferOut({ numerator, denominator }: Rate, direction: Direction, amountIn: bigint, margin: bigint) {
  const counted = amountIn - margin
  const [multiplier, divisor] = direction === 'wrap' ? [wad * denominator, numerator] : [numerator, wad * denominator]
  return (counted * multiplier) / divisor - margin
}

/** @returns what an exact output costs. */
export function bufferIn({ numerator, denominator }: Rate, direction: Direction, amountOut: bigint, margin: bigint) {
  const counted = amountOut + margin
  const [multiplier, divisor] = direction === 'wrap' ? [numerator, wad * denominator] : [wad * denominator, numerator]
  return divUp(counted * multiplier, divisor) + margin
}

/**
 * The vault's buffers of an ERC-4626 wrapper and its underlying token. Their price is the wrapper's own, minus one unit
 * of the input and one of the output, which stay. Source: Vault.sol of v3-vault 1.0.0, `_wrapWithBuffer` and
 * `_unwrapWithBuffer`; before the release of December 2024 nothing stayed.
 */
import { divUp } from '#math/integers/full-math'
import { wad } from '#math/integers/wad'

/**
 * The value of one whole wrapped token, 18 decimals, as a fraction: a wrapper computes with more digits than it
 * returns.
 */
export interface BufferRate {
  readonly numerator: bigint
  readonly denominator: bigint
}

export type BufferDirection = 'wrap' | 'unwrap'

/**
 * @param margin units that stay in the buffer on either side: 1, or 0 before the release
 * @returns output of an exact input; 0 or less if it buys nothing
 */
export function computeBufferOut(
  { numerator, denominator }: BufferRate,
  direction: BufferDirection,
  amountIn: bigint,
  margin: bigint,
) {
  const counted = amountIn - margin
  const [multiplier, divisor] = direction === 'wrap' ? [wad * denominator, numerator] : [numerator, wad * denominator]
  return (counted * multiplier) / divisor - margin
}

/** @returns input for an exact output. */
export function computeBufferIn(
  { numerator, denominator }: BufferRate,
  direction: BufferDirection,
  amountOut: bigint,
  margin: bigint,
) {
  const counted = amountOut + margin
  const [multiplier, divisor] = direction === 'wrap' ? [numerator, wad * denominator] : [wad * denominator, numerator]
  return divUp(counted * multiplier, divisor) + margin
}

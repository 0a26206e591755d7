/** Arithmetic of contracts that revert when a number leaves 256 bits. */

const limit = 1n << 256n

/** Returns `n`. @throws RangeError outside 0 … 2^256 − 1, where a contract's checked arithmetic reverts. */
export function uint256(n: bigint): bigint {
  if (n < 0n || n >= limit) throw new RangeError(`${n} is no uint256`)
  return n
}

const half = 1n << 255n

/** Returns `n`. @throws RangeError outside −2^255 … 2^255 − 1, where a contract's checked arithmetic reverts. */
export function int256(n: bigint): bigint {
  if (n < -half || n >= half) throw new RangeError(`${n} is no int256`)
  return n
}

/** 2^96, the denominator of every `…X96` value. */
export const q96 = 1n << 96n

const two256 = 1n << 256n

/**
 * Rounds `n / d` up.
 *
 * @param n 0 or more, any size
 * @param d 1 or more
 * @throws RangeError if `d` is 0
 */
export const divUp = (n: bigint, d: bigint): bigint => {
  const quotient = n / d
  return quotient * d === n ? quotient : quotient + 1n
}

/**
 * floor(a · b / d) with a full-width product, so no 256-bit overflow. All three are 0 … 2^256 - 1.
 *
 * @throws RangeError if `d` is 0 or the quotient needs more than 256 bits; the contract reverts then too
 * @see Uniswap v3 core, FullMath.mulDiv
 */
export function mulDiv(a: bigint, b: bigint, d: bigint): bigint {
  return requireUint256((a * b) / d)
}

/**
 * ceil(a · b / d); otherwise as {@link mulDiv}.
 *
 * @see Uniswap v3 core, FullMath.mulDivRoundingUp
 */
export function mulDivUp(a: bigint, b: bigint, d: bigint): bigint {
  return requireUint256(divUp(a * b, d))
}

function requireUint256(n: bigint): bigint {
  if (n >= two256) throw new RangeError('quotient above 256 bits')
  return n
}

/** Numbers as the contracts store them: the leading bits only. Source: BigMathMinified. */

const exponentBits = 8n

/** Exact below 2^`bits`. */
export function truncateBits(n: bigint, bits: number): bigint {
  const gone = countDroppedBits(n, bits)
  return (n >> gone) << gone
}

/** If any bit can be dropped, adds one unit of the last kept bit, even to a number that needs none. */
export function truncateBitsUp(n: bigint, bits: number): bigint {
  const gone = countDroppedBits(n, bits)
  return gone === 0n ? n : ((n >> gone) + 1n) << gone
}

/** A packed number: leading bits, then the number of places they are shifted by. */
export const unpackBigNumber = (packed: bigint): bigint => (packed >> exponentBits) << (packed & 0xffn)

/** `count` bits of a word, starting at bit `at`. */
export const extractBits = (word: bigint, at: number, count: number): bigint =>
  BigInt.asUintN(count, word >> BigInt(at))

export const extractFlag = (word: bigint, at: number): boolean => extractBits(word, at, 1) === 1n

const countDroppedBits = (n: bigint, bits: number): bigint => BigInt(Math.max(0, n.toString(2).length - bits))

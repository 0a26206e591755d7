/** Numbers as the contracts store them: so many leading bits, the rest forgotten. Source: BigMathMinified. */

const exponentBits = 8n

/** Below 2^`bits` nothing is forgotten. */
export function keptDown(n: bigint, bits: number): bigint {
  const gone = forgotten(n, bits)
  return (n >> gone) << gone
}

/** Where anything can be forgotten, one unit of the last bit more, even of a number that needs none. */
export function keptUp(n: bigint, bits: number): bigint {
  const gone = forgotten(n, bits)
  return gone === 0n ? n : ((n >> gone) + 1n) << gone
}

/** A number as it is packed: leading bits, then by how many places they are shifted. */
export const unpacked = (packed: bigint): bigint => (packed >> exponentBits) << (packed & 0xffn)

/** `count` bits of a word, from the `at`th on. */
export const bitsOf = (word: bigint, at: number, count: number): bigint => BigInt.asUintN(count, word >> BigInt(at))

export const flagOf = (word: bigint, at: number): boolean => bitsOf(word, at, 1) === 1n

const forgotten = (n: bigint, bits: number): bigint => BigInt(Math.max(0, n.toString(2).length - bits))

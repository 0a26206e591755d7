/** Words with a sign, as the contracts work with them. Divisions of both round towards nothing. */
import { cubeRoot } from './roots.ts'

const half = 1n << 255n

/** @throws RangeError where a signed word is too small for it: checked arithmetic reverts there */
export function int256(n: bigint): bigint {
  if (n < -half || n >= half) throw new RangeError(`${n} is no int256`)
  return n
}

/** What is left of it in a signed word, where arithmetic is not checked. */
export const wrapped = (n: bigint): bigint => BigInt.asIntN(256, n)

export const absolute = (n: bigint): bigint => (n < 0n ? -n : n)

export const signedCubeRoot = (n: bigint): bigint => (n < 0n ? -cubeRoot(-n) : cubeRoot(n))

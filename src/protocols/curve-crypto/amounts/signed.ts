/** Signed words as the contracts compute with them. Both round divisions towards zero. */
import { cubeRoot } from './roots.ts'

/** The result in a signed word when arithmetic is unchecked. */
export const wrapInt256 = (n: bigint): bigint => BigInt.asIntN(256, n)

export const abs = (n: bigint): bigint => (n < 0n ? -n : n)

export const signedCubeRoot = (n: bigint): bigint => (n < 0n ? -cubeRoot(-n) : cubeRoot(n))

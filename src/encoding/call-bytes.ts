/** The ABI encoding of a call whose arguments are words first and `bytes` last, in its one canonical form. */

import { type Hex, hex } from '#domain/units'
import { decodeArguments, encodeArguments } from './abi-arguments.ts'

export interface CallBytes {
  /** 64 hex characters each. */
  readonly words: readonly string[]
  /** Hex without 0x. */
  readonly tails: readonly string[]
}

/** @param selector `0x` and eight characters */
export function encodeCall(selector: string, { words, tails }: CallBytes): Hex {
  const encoded = encodeArguments(
    words,
    tails.map((bytes) => ({ bytes })),
  )
  return hex(`${selector}${encoded}`)
}

/**
 * @param counts number of words and of `bytes` in the call
 * @returns `undefined` for anything but the exact bytes {@link encodeCall} writes
 */
export function decodeCall(data: Hex, counts: { words: number; tails: number }): CallBytes | undefined {
  const kinds = Array.from({ length: counts.tails }, () => 'bytes' as const)
  const found = decodeArguments(data.slice(10), { words: counts.words, tails: kinds })
  return found && { words: found.words, tails: found.tails.map(({ bytes }) => bytes) }
}

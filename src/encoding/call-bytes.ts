/** The ABI encoding of a call whose arguments are words first and `bytes` last, in its one canonical form. */

import { word } from '#domain/calls/words'
import { type Hex, hex } from '#domain/units'
import { encodeBytesTail, wordLength } from './words.ts'

export interface CallBytes {
  /** 64 hex characters each. */
  readonly words: readonly string[]
  /** Hex without 0x. */
  readonly tails: readonly string[]
}

/** @param selector `0x` and eight characters */
export function encodeCall(selector: string, { words, tails }: CallBytes): Hex {
  const filled = tails.map(encodeBytesTail)
  let next = (words.length + tails.length) * 32
  const offsets = filled.map((tail) => {
    next += tail.length / 2
    return word(next - tail.length / 2)
  })
  return hex(`${selector}${words.join('')}${offsets.join('')}${filled.join('')}`)
}

/**
 * @param counts number of words and of `bytes` in the call
 * @returns `undefined` for anything but the exact bytes {@link encodeCall} writes
 */
export function decodeCall(data: Hex, counts: { words: number; tails: number }): CallBytes | undefined {
  const body = data.slice(10)
  const words = Array.from({ length: counts.words }, (_, i) => body.slice(i * wordLength, (i + 1) * wordLength))
  const tails: string[] = []
  let at = (counts.words + counts.tails) * wordLength
  while (tails.length < counts.tails) {
    const length = body.slice(at, at + wordLength)
    if (length.length < wordLength || BigInt(`0x${length}`) > BigInt(body.length)) return undefined
    const tail = body.slice(at + wordLength, at + wordLength + 2 * Number(`0x${length}`))
    tails.push(tail)
    at += encodeBytesTail(tail).length
  }
  const found = { words, tails }
  return encodeCall(data.slice(0, 10), found) === data ? found : undefined
}

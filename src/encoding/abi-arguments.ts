/** The canonical ABI encoding of arguments that end with `bytes` and with pairs of a word and `bytes`. */
import { word } from '#domain/calls/words'
import { encodeBytesTail, wordLength } from './words.ts'

/** Hex without 0x. */
export type Tail = { readonly bytes: string } | { readonly number: string; readonly bytes: string }
export type TailKind = 'bytes' | 'pair'

/** @param words 64 hex characters each, before the tails' offsets */
export function encodeArguments(words: readonly string[], tails: readonly Tail[]): string {
  const filled = tails.map(encodeTail)
  let next = (words.length + tails.length) * 32
  const offsets = filled.map((tail) => {
    next += tail.length / 2
    return word(next - tail.length / 2)
  })
  return [...words, ...offsets, ...filled].join('')
}

/**
 * @param body hex without 0x
 * @returns `undefined` for anything but the exact text {@link encodeArguments} writes
 */
export function decodeArguments(
  body: string,
  { words: count, tails: kinds }: { readonly words: number; readonly tails: readonly TailKind[] },
): { readonly words: readonly string[]; readonly tails: readonly Tail[] } | undefined {
  if (body.length < (count + kinds.length) * wordLength) return undefined
  const words = Array.from({ length: count }, (_, i) => body.slice(i * wordLength, (i + 1) * wordLength))
  const tails: Tail[] = []
  let at = (count + kinds.length) * wordLength
  for (const kind of kinds) {
    const number = kind === 'pair' ? body.slice(at, at + wordLength) : undefined
    const start = number === undefined ? at : at + 2 * wordLength
    const length = body.slice(start, start + wordLength)
    if (length.length < wordLength || BigInt(`0x${length}`) > BigInt(body.length)) return undefined
    const bytes = body.slice(start + wordLength, start + wordLength + 2 * Number(`0x${length}`))
    const tail = number === undefined ? { bytes } : { number, bytes }
    tails.push(tail)
    at += encodeTail(tail).length
  }
  return encodeArguments(words, tails) === body ? { words, tails } : undefined
}

function encodeTail(tail: Tail): string {
  const bytes = encodeBytesTail(tail.bytes)
  return 'number' in tail ? tail.number + word(2 * 32) + bytes : bytes
}

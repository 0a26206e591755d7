/** One-use nonces of orders: bit `nonce % 256` of word `nonce / 256` of their owner. */
import { readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, callData, word } from '#domain/calls/words'
import type { Address, Hex } from '#domain/units'
import { decodeCall } from '#encoding/call-bytes'
import { routerSelectors } from '#encoding/contracts/router.gen'

export interface CancelCall {
  /** Nonce / 256. */
  readonly word: bigint
  /** The cancelled nonces of the word, the lowest bit first. */
  readonly mask: bigint
}

/** The calldata that cancels the caller's order of `nonce`. */
export const encodeCancel = (nonce: bigint): Hex =>
  callData(routerSelectors.cancel, word(nonce >> 8n), word(1n << (nonce & 255n)))

/** Decodes the calldata of `cancel`; `undefined` for any other, and for one that cancels nothing. */
export function decodeCancel(data: Hex): CancelCall | undefined {
  if (data.slice(0, 10) !== routerSelectors.cancel) return undefined
  const [first, mask] = decodeCall(data, { words: 2, tails: 0 })?.words ?? []
  if (first === undefined || mask === undefined || BigInt(`0x${mask}`) === 0n) return undefined
  return { word: BigInt(`0x${first}`), mask: BigInt(`0x${mask}`) }
}

/** Whether a nonce is among the used ones of its word. */
export const isNonceAmong = (used: bigint, nonce: bigint): boolean => (used >> (nonce & 255n)) % 2n === 1n

/** The used nonces of `owner` in `word`, the lowest bit first. */
export const readNonces = (router: Address, owner: Address, index: bigint): Read<bigint> =>
  readUint(router, routerSelectors.nonceBitmap, addressWord(owner), word(index))

/** One-use nonces of orders: bit `nonce % 256` of word `nonce / 256` of their owner. */
import { uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import type { Address, Hex } from '#domain/units'
import { addressWord, callData, word } from '#domain/words'
import { decodeCall } from './call-bytes.ts'
import { routerSelectors } from './router.gen.ts'

export interface CancelCall {
  /** Nonce / 256. */
  readonly word: bigint
  /** The nonces of the word that are ended, the lowest bit first. */
  readonly mask: bigint
}

/** The calldata that makes the caller's order of `nonce` worthless. */
export const encodeCancel = (nonce: bigint): Hex =>
  callData(routerSelectors.cancel, word(nonce >> 8n), word(1n << (nonce & 255n)))

/** Reads the calldata of `cancel` back; `undefined` for any other, and for one that ends nothing. */
export function decodeCancel(data: Hex): CancelCall | undefined {
  if (data.slice(0, 10) !== routerSelectors.cancel) return undefined
  const [first, mask] = decodeCall(data, { words: 2, tails: 0 })?.words ?? []
  if (first === undefined || mask === undefined || BigInt(`0x${mask}`) === 0n) return undefined
  return { word: BigInt(`0x${first}`), mask: BigInt(`0x${mask}`) }
}

/** The used nonces of `owner` in `word`, the lowest bit first. */
export const readNonces = (router: Address, owner: Address, index: bigint): Read<bigint> =>
  uintOf(router, routerSelectors.nonceBitmap, addressWord(owner), word(index))

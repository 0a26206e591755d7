/**
 * What a token reports of its signed approvals. Source: EIP-2612; `version()` is customary for versions other than 1.
 */

import type { Read } from '#domain/calls/reads'
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, type Hex, hex } from '#domain/units'
import { readName, readText } from './erc20.ts'

const selectors = {
  version: '0x54fd4d50', // version()
  nonces: '0x7ecebe00', // nonces(address)
  domainSeparator: '0x3644e515', // DOMAIN_SEPARATOR()
  permitTypehash: '0x30adf81f', // PERMIT_TYPEHASH()
} as const

/** The reads whose answers {@link permitFacts} decodes, in its order. */
export const createPermitReads = (token: Address, owner: Address) =>
  [
    readName(token),
    readText(token, selectors.version),
    { to: token, data: callData(selectors.nonces, addressWord(owner)), decode: (answer) => uintAt(answer, 0) },
    { to: token, data: callData(selectors.domainSeparator), decode: decodeSeparator },
  ] as const satisfies readonly Read<unknown>[]

/** Of `Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)`. Source: DAI's contract. */
export const daiPermitTypehash = hex('0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb')

/** The type that a token's signed approvals have, if it tells: DAI's differs from EIP-2612's. */
export const readPermitTypehash = (token: Address): Read<Hex> => ({
  to: token,
  data: callData(selectors.permitTypehash),
  decode: decodeSeparator,
})

/** @throws RangeError unless one word. */
function decodeSeparator(answer: Hex): Hex {
  return hex(`0x${word(uintAt(answer, 0))}`)
}

/**
 * Where ERC-20 contracts may keep a balance or an allowance. Sources: Solidity, "Layout of State Variables in Storage"
 * (a mapping's value is at keccak256(key . slot)); Vyper, "Storage Layout" (keccak256(slot . key)); ERC-7201 and
 * OpenZeppelin's `ERC20Upgradeable` (namespace `openzeppelin.storage.ERC20`); Solady's `ERC20`. They are guesses: who
 * uses one has to see that the contract reads it.
 */
import { addressWord, word } from '#domain/calls/words'
import { type Address, type Hex, hex } from '#domain/units'
import { keccak, keccakText } from '#encoding/keccak'

/** Declared variables before the mapping: upgradeable contracts leave gaps of 50. */
const maxPosition = 128

/** @returns 32 bytes each, most usual first */
export function guessBalanceSlots(owner: Address): readonly Hex[] {
  const key = addressWord(owner)
  return [
    ...positions().flatMap((position) => [hashWords(key, position), hashWords(position, key)]),
    hashWords(key, openZeppelinPosition(0n)),
    keccak(hex(`0x${owner.slice(2)}${'00'.repeat(8)}87a211a2`)),
  ]
}

/** @returns 32 bytes each, most usual first */
export function guessAllowanceSlots(owner: Address, spender: Address): readonly Hex[] {
  const [outer, inner] = [addressWord(owner), addressWord(spender)]
  const nest = (position: string): Hex => hashWords(inner, hashWords(outer, position).slice(2))
  return [
    ...positions().flatMap((position) => [nest(position), hashWords(hashWords(position, outer).slice(2), inner)]),
    nest(openZeppelinPosition(1n)),
    keccak(hex(`0x${owner.slice(2)}${'00'.repeat(8)}7f5e9f20${spender.slice(2)}`)),
  ]
}

const positions = (): readonly string[] => Array.from({ length: maxPosition }, (_, i) => word(i))

const hashWords = (first: string, second: string): Hex => keccak(hex(`0x${first}${second}`))

/** The position of a member of the namespace: ERC-7201. */
function openZeppelinPosition(member: bigint): string {
  const inner = word(BigInt(keccakText('openzeppelin.storage.ERC20')) - 1n)
  const start = BigInt(keccak(hex(`0x${inner}`))) & ~0xffn
  return word(start + member)
}

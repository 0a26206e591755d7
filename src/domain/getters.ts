/** Reads of what a contract says in one word. */
import type { Read } from './reads.ts'
import { type Address, nativeToken } from './units.ts'
import { addressAt, callData, uintAt } from './words.ts'

export const uintOf = (to: Address, selector: string, ...words: readonly string[]): Read<bigint> => ({
  to,
  data: callData(selector, ...words),
  decode: (answer) => uintAt(answer, 0),
})

/** A `bool`: true of anything but 0. */
export const flagOf = (to: Address, selector: string, ...words: readonly string[]): Read<boolean> => ({
  ...uintOf(to, selector, ...words),
  decode: (answer) => uintAt(answer, 0) !== 0n,
})

export const addressOf = (to: Address, selector: string, ...words: readonly string[]): Read<Address> => ({
  to,
  data: callData(selector, ...words),
  decode: (answer) => addressAt(answer, 0),
})

/** Of a look-up: the contract, or `undefined` where the answer is the address of none. */
export const contractOf = (to: Address, selector: string, ...words: readonly string[]): Read<Address | undefined> => ({
  to,
  data: callData(selector, ...words),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})

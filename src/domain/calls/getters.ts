/** Reads of one-word answers of a contract. */

import { type Address, nativeToken } from '#domain/units'
import type { Read } from './reads.ts'
import { addressAt, callData, uintAt } from './words.ts'

export const readUint = (to: Address, selector: string, ...words: readonly string[]): Read<bigint> => ({
  to,
  data: callData(selector, ...words),
  decode: (answer) => uintAt(answer, 0),
})

/** A `bool`: true for anything but 0. */
export const readFlag = (to: Address, selector: string, ...words: readonly string[]): Read<boolean> => ({
  ...readUint(to, selector, ...words),
  decode: (answer) => uintAt(answer, 0) !== 0n,
})

export const readAddress = (to: Address, selector: string, ...words: readonly string[]): Read<Address> => ({
  to,
  data: callData(selector, ...words),
  decode: (answer) => addressAt(answer, 0),
})

/** A contract look-up: its address, or `undefined` for the zero address. */
export const readContract = (
  to: Address,
  selector: string,
  ...words: readonly string[]
): Read<Address | undefined> => ({
  to,
  data: callData(selector, ...words),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})

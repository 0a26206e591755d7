/** Reads of what a contract says in one word. */
import type { Read } from './reads.ts'
import type { Address } from './units.ts'
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

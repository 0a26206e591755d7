/** Reads the facts of a venue or a pool beyond the common fields. A missing fact is an error in the data. */
import type { Fact, Facts } from '#domain/pools/protocol'
import { type Address, evm, type Hex, hex } from '#domain/units'

interface HasFacts {
  readonly facts?: Facts
}

/** The fact of this name. @throws RangeError if there is none. */
export function fact({ facts }: HasFacts, name: string): Fact {
  const found = facts?.[name]
  if (found === undefined) throw new RangeError(`no fact "${name}"`)
  return found
}

/** @throws RangeError unless it is a number. */
export function numberFact(of: HasFacts, name: string): number {
  const found = fact(of, name)
  if (typeof found !== 'number') throw new RangeError(`"${name}" is not a number`)
  return found
}

/** @throws RangeError unless it is a bigint. */
export function bigintFact(of: HasFacts, name: string): bigint {
  const found = fact(of, name)
  if (typeof found !== 'bigint') throw new RangeError(`"${name}" is not a bigint`)
  return found
}

/** A flag; false if absent. @throws RangeError if it is anything but a flag. */
export function flagFact({ facts }: HasFacts, name: string): boolean {
  const found = facts?.[name] ?? false
  if (typeof found !== 'boolean') throw new RangeError(`"${name}" is not a flag`)
  return found
}

/** @throws RangeError unless it is a string. */
export function textFact(of: HasFacts, name: string): string {
  const found = fact(of, name)
  if (typeof found !== 'string') throw new RangeError(`"${name}" is not text`)
  return found
}

/** @throws RangeError, INVALID_ADDRESS unless it is an address. */
export const addressFact = (of: HasFacts, name: string): Address => evm(textFact(of, name))

/** @throws RangeError unless it is 0x-hex of whole bytes. */
export const hexFact = (of: HasFacts, name: string): Hex => hex(textFact(of, name))

/** @throws RangeError unless it is a list. */
export function listFact(of: HasFacts, name: string): readonly Fact[] {
  const found = fact(of, name)
  if (!Array.isArray(found)) throw new RangeError(`"${name}" is not a list`)
  return found
}

/** @throws RangeError unless it is a list of numbers. */
export const numbersFact = (of: HasFacts, name: string): readonly number[] =>
  listFact(of, name).map((one) => {
    if (typeof one !== 'number') throw new RangeError(`"${name}" has members that are not numbers`)
    return one
  })

/** @throws RangeError unless it is a list of bigints. */
export const bigintsFact = (of: HasFacts, name: string): readonly bigint[] =>
  listFact(of, name).map((one) => {
    if (typeof one !== 'bigint') throw new RangeError(`"${name}" has members that are not bigints`)
    return one
  })

/** A list of addresses; empty if absent. @throws RangeError, INVALID_ADDRESS unless it is a list of addresses. */
export const addressesFact = (of: HasFacts, name: string): readonly Address[] =>
  of.facts?.[name] === undefined ? [] : listFact(of, name).map((one) => evm(String(one)))

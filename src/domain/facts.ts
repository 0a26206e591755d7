/** Reads what a venue or a pool says of itself beyond the common fields. A fact that is missing is a mistake in data. */
import type { Fact, Facts } from '#domain/protocol'
import { type Address, evm, type Hex, hex } from '#domain/units'

interface Factual {
  readonly facts?: Facts
}

/** The fact of this name. @throws RangeError where there is none. */
export function fact({ facts }: Factual, name: string): Fact {
  const found = facts?.[name]
  if (found === undefined) throw new RangeError(`no fact "${name}"`)
  return found
}

/** @throws RangeError unless it is a number. */
export function numberFact(of: Factual, name: string): number {
  const found = fact(of, name)
  if (typeof found !== 'number') throw new RangeError(`"${name}" is no number`)
  return found
}

/** @throws RangeError unless it is a bigint. */
export function bigintFact(of: Factual, name: string): bigint {
  const found = fact(of, name)
  if (typeof found !== 'bigint') throw new RangeError(`"${name}" is no bigint`)
  return found
}

/** A flag that is absent is false. @throws RangeError where it is something else than a flag. */
export function flagFact({ facts }: Factual, name: string): boolean {
  const found = facts?.[name] ?? false
  if (typeof found !== 'boolean') throw new RangeError(`"${name}" is no flag`)
  return found
}

/** @throws RangeError unless it is a text. */
export function textFact(of: Factual, name: string): string {
  const found = fact(of, name)
  if (typeof found !== 'string') throw new RangeError(`"${name}" is no text`)
  return found
}

/** @throws RangeError, INVALID_ADDRESS unless it is an address. */
export const addressFact = (of: Factual, name: string): Address => evm(textFact(of, name))

/** @throws RangeError unless it is 0x-hex of whole bytes. */
export const hexFact = (of: Factual, name: string): Hex => hex(textFact(of, name))

/** @throws RangeError unless it is a list. */
export function listFact(of: Factual, name: string): readonly Fact[] {
  const found = fact(of, name)
  if (!Array.isArray(found)) throw new RangeError(`"${name}" is no list`)
  return found
}

/** @throws RangeError unless it is a list of numbers. */
export const numbersFact = (of: Factual, name: string): readonly number[] =>
  listFact(of, name).map((one) => {
    if (typeof one !== 'number') throw new RangeError(`"${name}" has something else than numbers`)
    return one
  })

/** @throws RangeError unless it is a list of bigints. */
export const bigintsFact = (of: Factual, name: string): readonly bigint[] =>
  listFact(of, name).map((one) => {
    if (typeof one !== 'bigint') throw new RangeError(`"${name}" has something else than bigints`)
    return one
  })

/** A list that is absent is empty. @throws RangeError, INVALID_ADDRESS unless it is a list of addresses. */
export const addressesFact = (of: Factual, name: string): readonly Address[] =>
  of.facts?.[name] === undefined ? [] : listFact(of, name).map((one) => evm(String(one)))

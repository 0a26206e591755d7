import { fail } from '#domain/errors'
import type { SqlRow } from '#store/database'

/** @throws RangeError unless the column holds text. */
export function text(row: SqlRow, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new RangeError(`${column} is not text`)
  return value
}

/** Text, or `undefined` for NULL. @throws RangeError for anything else. */
export const maybeText = (row: SqlRow, column: string): string | undefined =>
  row[column] === null ? undefined : text(row, column)

/** @throws RangeError unless the column holds a whole number up to 2^53 - 1; the driver rounds larger ones. */
export function integer(row: SqlRow, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new RangeError(`${column} is not a whole number`)
  return value
}

/** A whole number, or `undefined` for NULL. @throws RangeError for anything else. */
export const maybeInteger = (row: SqlRow, column: string): number | undefined =>
  row[column] === null ? undefined : integer(row, column)

/** The member of `known` that the column names. @throws RangeError if it names none. */
export function oneOf<T extends string>(known: readonly T[], row: SqlRow, column: string): T {
  const value = known.find((member) => member === row[column])
  if (value === undefined) throw new RangeError(`${column} holds an unknown value`)
  return value
}

/** Runs a decoder; what it cannot decode is damage to the file, not the user's fault. @throws `STORE_UNUSABLE`. */
export function decodeRow<T>(
  database: { readonly path: string } | { readonly place: string },
  what: string,
  decode: () => T,
): T {
  try {
    return decode()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const path = 'path' in database ? database.path : database.place
    throw fail('STORE_UNUSABLE', { path, reason: `${what} is damaged: ${error.message}` })
  }
}

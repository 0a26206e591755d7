/** The first difference between what was agreed and what is to be signed or sent. */
import { fail } from '#domain/errors'

/** The largest number of an EVM word. */
export const maxUint256 = (1n << 256n) - 1n

/** @throws `PAYLOAD_MISMATCH` */
export function requireEqual<T extends string | bigint | number>(field: string, expected: T, actual: T): void {
  if (expected !== actual) throw createMismatch(field, String(expected), String(actual))
}

/** Both ends are allowed. @throws `PAYLOAD_MISMATCH` */
export function requireInRange(field: string, actual: bigint, min: bigint, max: bigint): void {
  if (actual < min || actual > max) throw createMismatch(field, `between ${min} and ${max}`, String(actual))
}

export const createMismatch = (field: string, expected: string, actual: string) =>
  fail('PAYLOAD_MISMATCH', { field, expected, actual })

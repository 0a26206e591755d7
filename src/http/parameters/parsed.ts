import type { InvalidField } from '#domain/failures/request'

/** A parameter's value, or what is wrong with its text: `must` follows the parameter's name in a sentence. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: InvalidField['reason']; readonly must: string }

export type Parse<T> = (text: string) => Parsed<T>

export const validValue = <T>(value: T): Parsed<T> => ({ ok: true, value })
export const notValid = (must: string) => ({ ok: false, reason: 'not_valid', must }) as const
export const outOfRange = (must: string) => ({ ok: false, reason: 'out_of_range', must }) as const

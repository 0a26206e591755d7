/** Reads the parameters of one request and says everything that is wrong with them at once. */
import { fail } from '#domain/errors'
import type { WrongField } from '#domain/failures/request'
import type { Parse } from './parsed.ts'

/** A query string or a form: a key that comes several times has a list. JSON bodies may hold anything. */
export type Given = Readonly<Record<string, unknown>>

/** The value, once {@link Reader.check} has found nothing wrong. */
export type Read<T> = () => T

export interface Reader {
  /** Under any of its spellings, the usual one first. Several that agree are one; an empty text is none. */
  required<T>(spellings: readonly [string, ...string[]], parse: Parse<T>): Read<T>
  optional<T>(spellings: readonly [string, ...string[]], parse: Parse<T>): Read<T | undefined>
  /** Whether anything was sent under one of the spellings, right or wrong. */
  isGiven(spellings: readonly string[]): boolean
  /** Something wrong that no single parser can know. */
  wrong(field: string, reason: WrongField['reason'], must: string): void
  /** @throws `VALIDATION_FAILED` naming all that is missing and all that is wrong. */
  check(): void
}

interface Problem extends WrongField {
  readonly must: string
}

export function createReader(given: Given): Reader {
  const problems: Problem[] = []

  function read<T>(spellings: readonly [string, ...string[]], parse: Parse<T>): T | undefined {
    const [field] = spellings
    const found: T[] = []
    for (const text of spellings.flatMap((name) => textsOf(given[name]))) {
      const parsed = parse(text)
      if (parsed.ok) found.push(parsed.value)
      else problems.push({ field, reason: parsed.reason, must: parsed.must, value: shown(text) })
    }
    const [first, ...others] = found
    if (others.some((other) => other !== first))
      problems.push({ field, reason: 'differs', must: `is given twice with different values` })
    return first
  }

  function checked<T>(value: T | undefined): T {
    if (value === undefined) throw new RangeError('read before it was checked')
    return value
  }

  return {
    required(spellings, parse) {
      const before = problems.length
      const value = read(spellings, parse)
      if (value === undefined && problems.length === before)
        problems.push({ field: spellings[0], reason: 'missing', must: 'is missing' })
      return () => checked(value)
    },
    optional(spellings, parse) {
      const value = read(spellings, parse)
      return () => value
    },
    isGiven: (spellings) => spellings.some((name) => textsOf(given[name]).length > 0),
    wrong: (field, reason, must) => void problems.push({ field, reason, must }),
    check() {
      if (problems.length > 0) throw failure(problems)
    },
  }
}

function failure(problems: readonly Problem[]) {
  const missing = problems.filter(({ reason }) => reason === 'missing').map(({ field }) => field)
  const other = problems.filter(({ reason }) => reason !== 'missing').map(({ field, must }) => `${field} ${must}`)
  return fail('VALIDATION_FAILED', {
    reason: [...(missing.length === 0 ? [] : [`missing ${missing.join(', ')}`]), ...other].join('; '),
    fields: problems.map(({ must: _, ...field }) => field),
  })
}

/** What stands under one name. Numbers and booleans of a JSON body count as their text. */
export function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (value === undefined || value === null) return []
  return typeof value === 'string' ? (value.trim() === '' ? [] : [value]) : ['[object]']
}

/** Foreign text in an answer: short. */
export const shown = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 99)}…`)

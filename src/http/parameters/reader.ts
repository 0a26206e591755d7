/** Reads the parameters of one request and reports all problems with them at once. */
import { fail } from '#domain/errors'
import type { InvalidField } from '#domain/failures/request'
import type { Parse } from './parsed.ts'

/** A query string or a form: a repeated key has a list. JSON bodies may hold anything. */
export type RawParameters = Readonly<Record<string, unknown>>

/** The value, once {@link Reader.check} has found no problem. */
export type LazyValue<T> = () => T

export interface Reader {
  /** Reads any of its spellings, the usual one first. Equal duplicates count once; an empty text counts as missing. */
  required<T>(spellings: readonly [string, ...string[]], parse: Parse<T>): LazyValue<T>
  optional<T>(spellings: readonly [string, ...string[]], parse: Parse<T>): LazyValue<T | undefined>
  /** True if anything was sent under one of the spellings, valid or not. */
  isGiven(spellings: readonly string[]): boolean
  /** Adds a problem that no single parser can detect. */
  addProblem(field: string, reason: InvalidField['reason'], must: string): void
  /** @throws `VALIDATION_FAILED` naming everything missing and everything wrong. */
  check(): void
}

interface Problem extends InvalidField {
  readonly must: string
}

export function createReader(given: RawParameters): Reader {
  const problems: Problem[] = []

  /** Once for each field: a body of thousands of wrong values gets no answer of many times its size. */
  function add(problem: Problem): void {
    const isKnown = problems.some(({ field, must }) => field === problem.field && must === problem.must)
    if (!isKnown) problems.push(problem)
  }

  function read<T>(spellings: readonly [string, ...string[]], parse: Parse<T>): T | undefined {
    const [field] = spellings
    const found: T[] = []
    for (const text of spellings.flatMap((name) => textsOf(given[name]))) {
      const parsed = parse(text)
      if (parsed.ok) found.push(parsed.value)
      else add({ field, reason: parsed.reason, must: parsed.must, value: truncateText(text) })
    }
    const [first, ...others] = found
    if (others.some((other) => other !== first))
      add({ field, reason: 'differs', must: `is given twice with different values` })
    return first
  }

  function requireValue<T>(value: T | undefined): T {
    if (value === undefined) throw new RangeError('read before it was checked')
    return value
  }

  return {
    required(spellings, parse) {
      const [field] = spellings
      const value = read(spellings, parse)
      if (value === undefined && problems.every((problem) => problem.field !== field))
        add({ field, reason: 'missing', must: 'is missing' })
      return () => requireValue(value)
    },
    optional(spellings, parse) {
      const value = read(spellings, parse)
      return () => value
    },
    isGiven: (spellings) => spellings.some((name) => textsOf(given[name]).length > 0),
    addProblem: (field, reason, must) => add({ field, reason, must }),
    check() {
      if (problems.length > 0) throw validationFailure(problems)
    },
  }
}

function validationFailure(problems: readonly Problem[]) {
  const missing = problems.filter(({ reason }) => reason === 'missing').map(({ field }) => field)
  const other = problems.filter(({ reason }) => reason !== 'missing').map(({ field, must }) => `${field} ${must}`)
  return fail('VALIDATION_FAILED', {
    reason: [...(missing.length === 0 ? [] : [`missing ${missing.join(', ')}`]), ...other].join('; '),
    fields: problems.map(({ must: _, ...field }) => field),
  })
}

/** The texts under one name. Numbers and booleans of a JSON body count as their text. */
export function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (value === undefined || value === null) return []
  return typeof value === 'string' ? (value.trim() === '' ? [] : [value]) : ['[object]']
}

/** Shortens foreign text for an answer. */
export const truncateText = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 99)}…`)

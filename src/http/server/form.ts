/** Request bodies: JSON of limited depth, and forms. */
import { parse } from 'node:querystring'
import { fail } from '#domain/errors'
import type { RawParameters } from '#http/parameters/reader'

const maxDepth = 8

/** @throws `VALIDATION_FAILED` unless `text` is JSON; an empty text gives nothing */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const value = parseJson(text)
  if (isDeeperThan(value, maxDepth))
    throw fail('VALIDATION_FAILED', { reason: `the body is nested deeper than ${maxDepth}` })
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fail('VALIDATION_FAILED', { reason: 'the body is not JSON' })
  }
}

function isDeeperThan(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isDeeperThan(inner, left - 1))
}

export const readForm = (text: string): RawParameters => ({ ...parse(text) })

/** Own members only: a member called `__proto__` is a name like any other. */
export function readMembers(body: unknown): RawParameters {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw fail('VALIDATION_FAILED', { reason: 'the body must be a JSON object' })
  return Object.fromEntries(Object.entries(body))
}

/** Bodies: JSON that is not nested without end, and forms. */
import { parse } from 'node:querystring'
import { fail } from '#domain/errors'
import type { Given } from './parameters/reader.ts'

const deepest = 8

/** @throws `VALIDATION_FAILED` unless `text` is JSON; nothing for an empty text */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const value = parsed(text)
  if (depthAbove(value, deepest))
    throw fail('VALIDATION_FAILED', { reason: `the body is nested deeper than ${deepest}` })
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fail('VALIDATION_FAILED', { reason: 'the body is not JSON' })
  }
}

function depthAbove(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => depthAbove(inner, left - 1))
}

export const readForm = (text: string): Given => ({ ...parse(text) })

/** Own members only: what a body calls `__proto__` is a name like any other. */
export function membersOf(body: unknown): Given {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw fail('VALIDATION_FAILED', { reason: 'the body must be a JSON object' })
  return Object.fromEntries(Object.entries(body))
}

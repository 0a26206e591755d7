/** The document for people, and for programs that generate code from it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { apiErrorNames } from '#domain/api/error'
import { errorTable } from '#domain/failures/table'
import { selectRoutes } from '#http/route'
import { all as routes } from '#http/routes.gen'
import { document, documentText, faultyExamples, operations } from './document.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is what is tested
const { components, paths }: any = document

test('is OpenAPI 3.1', async () => {
  const result = await new Validator().validate(documentText)
  expect(result).toMatchObject({ valid: true })
})

test('has examples that match its schemas', () => {
  expect(faultyExamples()).toEqual([])
})

test('names exactly the paths that are served', () => {
  const answered = selectRoutes(routes, 'public')
    .filter(({ path }) => path !== '/swagger/:part')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(new Set(answered)).toEqual(new Set(operations))
})

/** As generators make a type of a name: letters and digits only, without regard to case. */
const identifierOf = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
const doubled = (names: readonly string[]): readonly string[] => {
  const identifiers = names.map(identifierOf)
  return names.filter((_, i) => identifiers.indexOf(identifiers[i] ?? '') !== i)
}

describe('identifiers that generators make from it', () => {
  test.each(Object.keys(components))('no two %s are one', (section) => {
    expect(doubled(Object.keys(components[section]))).toEqual([])
  })

  test('every operation has a unique one', () => {
    const ids = Object.values<object>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(ids).toHaveLength(operations.length)
    expect(doubled(ids)).toEqual([])
  })
})

describe('the closed table of errors', () => {
  const { ErrorCode, Error: ApiError } = components.schemas
  const table: string = ErrorCode.description.slice(ErrorCode.description.indexOf('|')).trim()
  const rows = table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))

  test('has the codes and names of the program, as numbers, names and rows', () => {
    const codes = Object.keys(apiErrorNames).map(Number)
    const names = Object.values(apiErrorNames)
    expect(ErrorCode.enum).toEqual(codes)
    expect(ErrorCode['x-enum-varnames']).toEqual(names)
    expect(ApiError.properties.error.enum).toEqual(names)
    expect(rows.map(([, code]) => Number(code))).toEqual(codes)
    expect(rows.map(([, , name]) => name)).toEqual(names)
  })

  test.each(rows)('%s%s %s comes with these statuses: %s', (_, code, __, statuses) => {
    const sent = Object.values(errorTable).flatMap(({ number, http }) => (sentAs(number, Number(code)) ? [http] : []))
    expect(statuses).toBe([...new Set(sent)].toSorted((a, b) => a - b).join(', ') || 'not sent yet')
  })

  /** A token that is not found has a code for each side. */
  const sentAs = (number: number, code: number): boolean => number === (code === 2003 ? 2002 : code)

  test('is the same in docs/http.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/http.md'), 'utf8')
    expect(page).toContain(`\n${table}\n`)
  })
})

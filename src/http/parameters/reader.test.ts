import { expect, test } from 'vitest'
import { createReader } from './reader.ts'
import { evmAddress, trueOrFalse } from './values.ts'

/** What a reader says of a request with an account and a switch. */
function problemsOf(given: Readonly<Record<string, unknown>>) {
  const reader = createReader(given)
  reader.required(
    ['account'],
    evmAddress((address) => address),
  )
  reader.optional(['switch'], trueOrFalse)
  try {
    reader.check()
  } catch (error) {
    return error as { message: string; details: { fields: { field: string; reason: string; value?: string }[] } }
  }
  throw new Error('no problem')
}

test('all that is missing and wrong is told at once', () => {
  const { message, details } = problemsOf({ switch: 'perhaps' })
  expect(message).toContain('missing account; switch must be true or false')
  expect(details.fields).toEqual([
    { field: 'account', reason: 'missing' },
    { field: 'switch', reason: 'not_valid', value: 'perhaps' },
  ])
})

test('thousands of wrong values of a field are told once, with the first of them', () => {
  const { message, details } = problemsOf({ account: Array.from({ length: 15_000 }, (_, i) => `x${i}`) })
  expect(details.fields).toEqual([{ field: 'account', reason: 'not_valid', value: 'x0' }])
  expect(message.length).toBeLessThan(200)
})

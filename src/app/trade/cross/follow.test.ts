import { expect, test } from 'vitest'
import { isUndecided } from './follow.ts'

test('an endpoint that contradicts what the journal proved ends no crossing', () => {
  // followed only after the journal has concluded that the source transaction is mined
  expect(isUndecided({ state: { state: 'error' } })).toBe(true)
  expect(isUndecided({ state: { state: 'pending' } })).toBe(true)
})

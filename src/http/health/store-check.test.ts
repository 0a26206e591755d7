import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { createStoreCheck } from './store-check.ts'

test('many callers read the store at most twice a second, and the next reading notices its failure', async () => {
  let now = 0
  let reads = 0
  const store: { failure: Error } = { failure: fail('QUOTE_NOT_FOUND', { id: 'x' }) }
  const stored = async (): Promise<never> => {
    reads += 1
    throw store.failure
  }
  const answers = createStoreCheck({ service: { getQuote: stored }, clock: { elapsed: () => now } })
  const asked = await Promise.all(Array.from({ length: 100 }, () => answers()))
  expect([new Set(asked), reads]).toEqual([new Set([true]), 1])
  store.failure = fail('STORE_UNREACHABLE', { place: 'x', reason: 'it refuses the connection' })
  now = 499
  expect([await answers(), reads]).toEqual([true, 1])
  now = 500
  expect([await answers(), reads]).toEqual([false, 2])
})

import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { hex, networkName } from '#domain/units'
import { isUndecided, trackOrExplain } from './follow.ts'

test('an endpoint that contradicts what the journal proved ends no crossing', () => {
  // followed only after the journal has concluded that the source transaction is mined
  expect(isUndecided({ state: { state: 'error' } })).toBe(true)
  expect(isUndecided({ state: { state: 'pending' } })).toBe(true)
})

test('an endpoint that is down, or whose logs lag behind its state, is asked again', async () => {
  const hash = hex(`0x${'11'.repeat(32)}`)
  const ask = (error: Error) =>
    trackOrExplain({ crossing: { track: () => Promise.reject(error) } as never }, networkName('ethereum'), hash)
  const down = fail('NETWORK_UNAVAILABLE', { network: 'Ethereum', reason: 'it is down' })
  expect(await ask(down)).toEqual({ why: down.message })
  expect(await ask(fail('CHECK_FAILED', { reason: 'The pool says it paid.' }))).toEqual({
    why: 'The pool says it paid.',
  })
  await expect(ask(fail('SWAP_NOT_FOUND', { id: hash }))).rejects.toMatchObject({ code: 'SWAP_NOT_FOUND' })
})

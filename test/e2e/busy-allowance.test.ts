/**
 * WRONG: a pending approval is waited for as long as the whole command may take, not for four fifths of it (decision 37), so
 * the time limit is first. LOST: TIMED_OUT names nothing; ALLOWANCE_BUSY would name what waits, and how to speed it up.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test.each([
  ['dev1', ['revoke', 'USDC']],
  ['dev2', ['approve', 'USDC', '20']],
] as const)('%s: what waits for an approval that no block takes says so in time', async (account, words) => {
  const user = fixture.createHostedUser()
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run(['approve', 'USDC', '10', '-a', account, '-y', '--no-wait'])).code).toBe(0)
  const busy = await user.run([...words, '-a', account, '-y', '--timeout', '15s', '-o', 'json'])
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  expect(errorOf(busy)).toMatchObject({ code: 'ALLOWANCE_BUSY' })
})

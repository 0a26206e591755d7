/**
 * What waits for another command's approval waits for four fifths of its time (docs/decisions/0037-allowances-by-nonce-order.md):
 * with the rest it says what it waited for.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

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
  const busy = await user.run([...words, '-a', account, '-y', '--timeout', '30s', '-o', 'json'])
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  expect(errorOf(busy)).toMatchObject({ code: 'ALLOWANCE_BUSY' })
})

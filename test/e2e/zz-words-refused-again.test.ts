/**
 * `revoke`, `approve <token> 0`, `batch run` and `batch resume` have no hook for words that cannot be read, as `swap`, `approve <quote>`
 * and `tx send` have: repeated with a slip in an option while what the first run sent waits (or was mined), they say
 * «Nothing was sent» and `sent: false`. A script that trusts it starts the batch's rows anew, or believes that the
 * allowance is still to be taken back.
 * Cause: src/cli/commands/revoke.ts:21 (no `nameEarlier` beside `run`), src/cli/commands/approve.ts:78 (`text === undefined`
 * alone), src/cli/commands/batch/run.ts and resume.ts (none).
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf, writeOrders } from '../batch/fixture.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

test.each([
  { account: 'dev1', words: ['revoke', 'USDC'], more: ['--confirmations', '0'] },
  { account: 'dev2', words: ['approve', 'USDC', '0'], more: ['--confirmations', '0'] },
  { account: 'dev3', words: ['revoke', 'USDC'], more: ['-p', 'none'] },
])('$words once more with $more, while the revocation waits', async ({ account, words, more }) => {
  const user = fixture.createHostedUser()
  expect((await user.run(['approve', 'USDC', '100', '-a', account, '-y'])).code).toBe(0)
  await fixture.chain.rpc('evm_setAutomine', false)
  const first = await user.run([...words, '-a', account, '-y', '--timeout', '3s', '-o', 'json'])
  expect(first.code).not.toBe(0)
  expect(await fixture.chain.rpc('eth_getTransactionCount', (await import('./fixture.ts')).findDevAddress(account), 'pending')).toBe('0x2')
  const again = errorOf(await user.run([...words, '-a', 'nobody', '-y', '-o', 'json']))
  expect(again).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
  const slip = errorOf(await user.run([...words, '-a', account, '-y', ...more, '-o', 'json']))
  expect(slip).toMatchObject({ sent: true })
})

test.each([
  { account: 'dev4', words: ['batch', 'run', 'FILE', '-y'], more: ['--on-error', 'sometimes'] },
  { account: 'dev5', words: ['batch', 'resume', 'last', '-y'], more: ['--max-failures', 'x'] },
  { account: 'dev6', words: ['batch', 'run', 'FILE', '-y'], more: ['-p', 'none'] },
])('$words once more with $more, after a row was swapped', async ({ account, words, more }) => {
  const user = fixture.createHostedUser()
  const row = { network: 'sandbox', sell: 'ETH', buy: 'USDC', account }
  const file = writeOrders(user, [
    { id: 'a', ...row, amount: '0.01', min_out: '' },
    { id: 'b', ...row, amount: '0.001', min_out: '1000000' },
  ])
  await user.run(['batch', 'run', file, '-y'])
  expect(await fixture.countSentBy(account)).toBe(1)
  const named = words.map((word) => (word === 'FILE' ? file : word))
  const slip = await user.run([...named, ...more, '-o', 'json'])
  expect(errorOf(slip)).toMatchObject({ sent: true })
})

/**
 * `approve USDC 70` whose approval waits, typed once more, is refused with `sent: false` («Nothing was sent.»), whether as it was
 * or with a slip; `approve <quote>` and `approve USDC 0` in the same place say `sent: true`.
 * Cause: src/cli/commands/approve.ts:100 (`findEarlier` looks up nothing for an amount other than 0).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run(['approve', 'USDC', '70', '-a', 'dev1', '-y', '--no-wait'])).code).toBe(0)
})
afterAll(() => fixture.close())

test.each([
  { words: ['-a', 'dev1', '-y', '--timeout', '3s'], code: 'ALLOWANCE_BUSY' },
  { words: ['-a', 'dev1', '-y', '--max-in', '5'], code: 'USAGE' },
])('an approval that waits is not denied by the same command with $words', async ({ words, code }) => {
  const again = errorOf(await user.run(['approve', 'USDC', '70', ...words, '-o', 'json']))
  expect(again).toMatchObject({ code, sent: true })
})

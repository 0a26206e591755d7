/**
 * WRONG: `swap <quote>` was sent and waits. `approve <quote>` refused early (an account that is not there) says «Nothing was
 * sent.», `"sent": false`. Refused for its used quote, the same command names the swap that was sent
 * (test/e2e/lost-quote.test.ts: «approve of a quote that was swapped does not say that nothing was sent»).
 * LOSES: a user reads that nothing is in flight for the quote, and swaps again. Severity: medium.
 * CAUSE: src/cli/commands/approve.ts, `nameEarlier(context, () => findOfQuote(context, what, 'approval'))`: looks for the key
 * `approve:<id>` alone; the quote's own swap, whose approvals are of its own intent, is not looked for.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
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

test('approve of a quote whose swap waits, refused early', async () => {
  const user = fixture.createHostedUser()
  expect((await user.run(['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y'])).code).toBe(0)
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', 'dev1', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  expect((await user.run(['approve', 'USDC', '50', '-a', 'dev1', '-y'])).code).toBe(0)
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run(['swap', id, '-a', 'dev1', '-y', '--no-wait'])).code).toBe(0)

  const words = ['approve', id, '-y', '-a', 'nobody']
  expect.soft((await user.run(words)).stderr.replace(/\s+/g, ' ')).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
  // the same of its quote's use
  expect(errorOf(await user.run(['approve', id, '-y', '-a', 'dev1', '-o', 'json']))).toMatchObject({ sent: true })
})

/**
 * WRONG: `--id offline:<anything>` is accepted, while `quote:`, `approve:` and `last` are reserved. The key of a file's
 * transaction begins with `offline:`, so the swap counts as one that is in a file: declined, it says «Whether anything was
 * sent is unknown.» for good, and `"sent": true`, although the journal proves that nothing was signed.
 * LOSES: nothing by itself; a script that stops at `sent: true` is stuck, and remedies speak of a signed file that is not
 * there. Severity: low.
 * CAUSE: `parseSwapKey` (src/cli/request/swap-input.ts) does not reserve `filePrefix` (src/domain/journal/filed.ts).
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
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

test('a swap under a name that begins like the key of a file', async () => {
  const user = fixture.createHostedUser()
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '--id', 'offline:salary', '-o', 'json']
  expect(errorOf(await user.run(words))).toMatchObject({ sent: false }) // refused, or not confirmed
})

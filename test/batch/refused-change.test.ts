/** A change of a batch that a limit refuses: it was not made, and what the batch had sent before is not denied. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

test('a change above --max-spend is not carried out by the next resume', async () => {
  const user = fixture.createUser()
  const row = { network: 'sandbox', sell: 'ETH', buy: 'USDC', account: 'dev4' }
  const all = { id: 'a', ...row, amount: '0.01%', min_out: '' } // 1 ETH, and of what is left then less
  const file = writeOrders(user, [all, { id: 'b', ...row, amount: '0.001', min_out: '1000000' }])
  await user.run(['batch', 'run', file, '--on-error', 'continue', '-y'])
  expect(await fixture.countSentBy('dev4')).toBe(1)

  writeOrders(user, [all, { id: 'b', ...row, amount: '0.001', min_out: '' }])
  const refused = await user.run(['batch', 'run', file, '--accept-changes', '--max-spend', 'ETH=1.00095', '-y'])
  expect(refused.stderr).toContain('BATCH_SPEND_ABOVE_LIMIT')
  expect(await fixture.countSentBy('dev4')).toBe(1)
  expect.soft(refused.stderr).not.toContain('Nothing was sent') // what was sent before is why it is refused

  await user.run(['batch', 'resume', 'last', '--on-error', 'continue', '-y'])
  expect(await fixture.countSentBy('dev4')).toBe(1)
})

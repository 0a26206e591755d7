/** A command about a batch that has sent may end before it goes on with it: it does not say then that nothing was sent. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { errorOf, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

/** The first row is swapped, the second one never yields what it asks for. */
const rowsOf = (account: string) => {
  const row = { network: 'sandbox', sell: 'ETH', buy: 'USDC', account }
  return [
    { id: 'a', ...row, amount: '0.01', min_out: '' },
    { id: 'b', ...row, amount: '0.001', min_out: '1000000' },
  ]
}

test.each([
  ['dev1', 'resume that nobody confirms', ['batch', 'resume', 'last']],
  ['dev2', 'resume with a limit that is no amount', ['batch', 'resume', 'last', '--max-gas', 'much', '-y']],
  ['dev3', 'cancel that nobody confirms', ['batch', 'cancel', 'last']],
])('%s: %s', async (account, _, words) => {
  const user = fixture.createUser()
  await user.run(['batch', 'run', writeOrders(user, rowsOf(account)), '-y'])
  expect(await fixture.countSentBy(account)).toBe(1)

  const refused = await user.run(words)
  expect(refused.code).not.toBe(0)
  expect.soft(refused.stderr).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ sent: true })
  expect(await fixture.countSentBy(account)).toBe(1)
})

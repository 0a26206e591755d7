/** The same file once more: what its finished run has sent is not denied by what refuses to swap it twice. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { errorOf, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

test('of a file of orders that was carried out', async () => {
  const user = fixture.createUser()
  const row = { id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy: 'USDC', account: 'dev1' }
  const words = ['batch', 'run', writeOrders(user, [row]), '-y']
  expect((await user.run(words)).code).toBe(0)
  expect(await fixture.countSentBy('dev1')).toBe(1)

  const again = await user.run(words)
  expect(again.code).not.toBe(0)
  expect.soft(again.stderr).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ code: 'DUPLICATE_ID', sent: true })
  expect(await fixture.countSentBy('dev1')).toBe(1)
})

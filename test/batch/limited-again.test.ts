/** A plan that was begun, or is done, on a machine whose limits are narrower by now. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

test('a plan that was carried out is not said to have sent nothing', async () => {
  const user = fixture.createUser()
  const row = { id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy: 'USDC', account: 'dev5' }
  const path = `${user.home}/plan.json`
  const planned = await user.run(['batch', 'plan', writeOrders(user, [{ ...row, slippage: '1%' }]), '--out', path])
  expect(planned.code).toBe(0)
  expect((await user.run(['batch', 'run', path, '-y'])).code).toBe(0)
  expect(await fixture.countSentBy('dev5')).toBe(1)

  const again = await user.run(['batch', 'run', path, '-y'], { env: { SWAPLINE_TRADE_MAX_SLIPPAGE_PPM: '1000' } })
  expect(await fixture.countSentBy('dev5')).toBe(1)
  expect(again.stderr).not.toContain('Nothing was sent')
})

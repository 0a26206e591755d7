/** A plan that was begun names its run, also once its file was changed by hand: what the run has sent is not denied. */
import { chmodSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { errorOf, readPlan, writeOrders } from './fixture.ts'

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

test('run of its plan, whose file was changed since', async () => {
  const user = fixture.createUser()
  const path = `${user.home}/plan.json`
  await user.run(['batch', 'plan', writeOrders(user, rowsOf('dev4')), '--out', path])
  await user.run(['batch', 'run', path, '-y'])
  expect(await fixture.countSentBy('dev4')).toBe(1)

  const plan = readPlan(path) // with the id of the run
  const rows = plan.rows.map((row: { readonly id: string }) => (row.id === 'b' ? { ...row, minOut: '1' } : row))
  chmodSync(path, 0o600)
  writeFileSync(path, JSON.stringify({ ...plan, rows }))
  const refused = await user.run(['batch', 'run', path, '-y', '-o', 'json'])
  expect(errorOf(refused)).toMatchObject({ code: 'BATCH_PLAN_CHANGED', sent: true })
  expect(await fixture.countSentBy('dev4')).toBe(1)
})

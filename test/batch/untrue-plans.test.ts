/** A plan that says something else than what it does, and a batch whose rows or limits have changed since it was begun. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parsePlanFile, toPlanDocument } from '#cli/request/batch/plan-file'
import type { BatchOrder } from '#domain/trade/batch/order'
import { amount, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { type CliFixture, type RunResult, startCliFixture } from '../e2e/fixture.ts'
import { errorOf, readTransactions, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

/**
 * Runs the plan of a sale of 0.01 ETH with something changed in its rows, under an id that fits.
 * @param change what its row asks for instead
 */
async function runForged(
  {
    account,
    buy = 'USDC',
    options = [],
  }: { readonly account: string; readonly buy?: string; readonly options?: readonly string[] },
  change: (order: BatchOrder) => Partial<BatchOrder>,
): Promise<RunResult> {
  const user = fixture.createHostedUser()
  const file = writeOrders(user, [{ id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy, account }])
  const [honest, path] = [`${user.home}/plan.json`, `${user.home}/forged.json`]
  const planned = await user.run(['batch', 'plan', file, '--out', honest, '--allow-unlisted', '-o', 'json'])
  if (planned.code !== 0) throw new Error(planned.stdout)
  const read = await parsePlanFile(honest, readFileSync(honest, 'utf8'))
  if (read === undefined) throw new Error('no plan')
  const rows = read.plan.rows.map((row) => ({ ...row, order: { ...row.order, ...change(row.order) } }))
  writeFileSync(path, JSON.stringify(toPlanDocument({ ...read.plan, rows, warnings: [] }).document), { mode: 0o600 })
  return user.run(['batch', 'run', path, ...options, '-y', '-o', 'json'])
}

test.each([
  ['dev1', 'a token of the list under the name of another one', sandboxGround.tokens.WBTC.address],
  ['dev2', 'an unlisted token as a listed one', sandboxGround.tokens['fake USDC'].address],
])('%s: %s is not bought', async (account, _, buy) => {
  const ran = await runForged({ account, buy }, (order) => ({
    buy: { ...order.buy, symbol: 'USDC', name: 'USD Coin', listed: true },
  }))
  expect(errorOf(ran)).toMatchObject({ code: 'BATCH_PLAN_CHANGED', exitCode: 2 })
  expect((await readTransactions(fixture.chain.rpc, account)).swaps).toEqual([])
})

test.each<readonly [string, string, string, Partial<BatchOrder>]>([
  [
    'dev1',
    'more than is shown and compared with --max-spend',
    'BATCH_PLAN_CHANGED',
    { amount: { raw: amount(10n ** 18n) } },
  ],
  ['dev2', 'with more slippage than this machine allows', 'BATCH_INVALID', { slippage: ppm(400_000) }],
  ['dev3', 'for longer than any payload may be valid', 'BATCH_INVALID', { deadlineSeconds: 10_000_000 }],
])('%s: nothing is sold %s', async (account, _, code, change) => {
  const ran = await runForged({ account, options: ['--max-spend', 'ETH=0.01'] }, () => change)
  expect((await readTransactions(fixture.chain.rpc, account)).swaps).toEqual([])
  expect(errorOf(ran)).toMatchObject({ code })
})

test('a plan that was carried out is not said to have sent nothing', async () => {
  const user = fixture.createHostedUser()
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

test('a change above --max-spend is not carried out by the next resume', async () => {
  const user = fixture.createHostedUser()
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

test.each([
  ['dev6', 'above --max-spend by itself', 'BATCH_SPEND_ABOVE_LIMIT', { options: ['--max-spend', 'ETH=0.5'] }],
  ['dev7', 'that is not accepted', 'BATCH_CHANGED', { options: [] }],
])('%s: of a change %s, it is not said that nothing was sent', async (account, _, code, { options }) => {
  const user = fixture.createHostedUser()
  const row = { network: 'sandbox', sell: 'ETH', buy: 'USDC', account }
  const sold = { id: 'a', ...row, amount: '0.01', min_out: '' }
  const file = writeOrders(user, [sold, { id: 'b', ...row, amount: '0.001', min_out: '1000000' }])
  await user.run(['batch', 'run', file, '-y'])
  expect(await fixture.countSentBy(account)).toBe(1)

  writeOrders(user, [sold, { id: 'b', ...row, amount: '1', min_out: '' }])
  const accepted = options.length > 0 ? ['--accept-changes', ...options] : []
  const refused = await user.run(['batch', 'run', file, ...accepted, '-y', '-o', 'json'])
  expect(errorOf(refused)).toMatchObject({ code, sent: true })
  expect(await fixture.countSentBy(account)).toBe(1)
})

test('a plan that was carried out is gone on with, though its token cannot be read', async () => {
  const user = fixture.createHostedUser()
  const { address: buy } = sandboxGround.tokens['fake USDC']
  const file = writeOrders(user, [{ id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy, account: 'dev8' }])
  const path = `${user.home}/plan.json`
  await user.run(['batch', 'plan', file, '--out', path, '--allow-unlisted'])
  await user.run(['batch', 'run', path, '--allow-unlisted', '-y'])
  expect(await fixture.countSentBy('dev8')).toBe(1)
  const again = await user.run(['batch', 'run', path, '-y'], { rpc: 'http://127.0.0.1:1' })
  expect(again.stderr).not.toContain('Nothing was sent')
  expect(again.code).toBe(0)
})

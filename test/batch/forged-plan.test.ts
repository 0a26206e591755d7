/** A plan of another machine whose rows do something else than what is shown and compared with limits, under an id that fits. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parsePlanFile, toPlanDocument } from '#cli/request/batch/plan-file'
import type { BatchOrder } from '#domain/trade/batch/order'
import { amount, ppm } from '#domain/units'
import { type CliFixture, type RunResult, startCliFixture } from '../e2e/fixture.ts'
import { errorOf, readTransactions, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

/** Runs the plan of a sale of 0.01 ETH, with something changed in what its row asks for. */
async function runForged(account: string, change: Partial<BatchOrder>): Promise<RunResult> {
  const user = fixture.createUser()
  const file = writeOrders(user, [{ id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy: 'USDC', account }])
  const [honest, path] = [`${user.home}/plan.json`, `${user.home}/forged.json`]
  const planned = await user.run(['batch', 'plan', file, '--out', honest, '-o', 'json'])
  if (planned.code !== 0) throw new Error(planned.stdout)
  const read = await parsePlanFile(honest, readFileSync(honest, 'utf8'))
  if (read === undefined) throw new Error('no plan')
  const rows = read.plan.rows.map((row) => ({ ...row, order: { ...row.order, ...change } }))
  writeFileSync(path, JSON.stringify(toPlanDocument({ ...read.plan, rows }).document), { mode: 0o600 })
  return user.run(['batch', 'run', path, '--max-spend', 'ETH=0.01', '-y', '-o', 'json'])
}

test('a row never sells more than its plan shows, which --max-spend was compared with', async () => {
  const ran = await runForged('dev1', { amount: { raw: amount(10n ** 18n) } })
  const { swaps } = await readTransactions(fixture.chain.rpc, 'dev1')
  expect(swaps.map(({ amountIn }) => amountIn)).toEqual([])
  expect(errorOf(ran)).toMatchObject({ code: 'BATCH_PLAN_CHANGED' })
})

test('nor with more slippage than this machine allows', async () => {
  const ran = await runForged('dev2', { slippage: ppm(400_000) })
  expect((await readTransactions(fixture.chain.rpc, 'dev2')).swaps).toEqual([])
  expect(errorOf(ran)).toMatchObject({ code: 'BATCH_INVALID' })
})

test('nor is it valid for longer than any payload may be', async () => {
  const ran = await runForged('dev3', { deadlineSeconds: 10_000_000 })
  expect((await readTransactions(fixture.chain.rpc, 'dev3')).swaps).toEqual([])
  expect(errorOf(ran)).toMatchObject({ code: 'BATCH_INVALID' })
})

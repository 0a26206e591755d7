/** A batch whose merged approval another command of the same account takes from while it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, startCliFixture, type User } from '../e2e/fixture.ts'
import { readTransactions, reportOf, writeOrders } from './fixture.ts'

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
}, 120_000)
afterAll(() => fixture.close())

test('what another command takes is approved again for the rest, and every row is done', async () => {
  const trade = { network: 'sandbox', account: 'dev3', sell: 'USDC', amount: '100', buy: 'DAI' }
  const rows = ['a', 'b', 'c'].map((id) => ({ id, ...trade }))
  const file = writeOrders(user, rows)
  const running = user.run(['batch', 'run', file, '-y', '--rate', '10/m', '-o', 'json'])
  const swapsOnChain = async () => (await readTransactions(fixture.chain.rpc, 'dev3')).swaps.length
  while ((await swapsOnChain()) === 0) await Promise.race([sleep(100), running])
  const other = await user.run(['swap', '150', 'USDC', 'DAI', '-a', 'dev3', '-y', '-o', 'json'])
  expect(other.code).toBe(0)
  const ran = await running
  expect(reportOf(ran).rows.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(ran.code).toBe(0)
  const shown = await user.run(['status', reportOf(ran).id.slice(0, 8), '-o', 'json'])
  expect(reportOf(shown)).toMatchObject({ id: reportOf(ran).id, counts: { done: 3 } })
  const { swaps, others } = await readTransactions(fixture.chain.rpc, 'dev3')
  expect(swaps.map(({ amountIn, ok }) => [amountIn, ok])).toEqual([
    [100_000_000n, true],
    [150_000_000n, true],
    [100_000_000n, true],
    [100_000_000n, true],
  ])
  expect(others).toBe(2)
  const { stdout } = await user.run(['allowances', '-a', 'dev3', '-o', 'json'])
  expect(JSON.parse(stdout).data.allowances).toEqual([])
}, 120_000)

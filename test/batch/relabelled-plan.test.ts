/** A plan of another machine whose tokens are called what they are not, under an id that fits. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parsePlanFile, toPlanDocument } from '#cli/request/batch/plan-file'
import { sandboxGround } from '#sandbox/addresses.gen'
import { type CliFixture, type RunResult, startCliFixture } from '../e2e/fixture.ts'
import { errorOf, readTransactions, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

/** The plan of a swap of 0.01 ETH for `word`, with the bought token called USDC of the list. */
async function relabel(account: string, word: string): Promise<{ readonly run: () => Promise<RunResult> }> {
  const user = fixture.createUser()
  const file = writeOrders(user, [{ id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy: word, account }])
  const [honest, path] = [`${user.home}/plan.json`, `${user.home}/relabelled.json`]
  const planned = await user.run(['batch', 'plan', file, '--out', honest, '--allow-unlisted', '-o', 'json'])
  if (planned.code !== 0) throw new Error(planned.stdout)
  const read = await parsePlanFile(honest, readFileSync(honest, 'utf8'))
  if (read === undefined) throw new Error('no plan')
  const rows = read.plan.rows.map((row) => {
    const buy = { ...row.order.buy, symbol: 'USDC', name: 'USD Coin', listed: true }
    return { ...row, order: { ...row.order, buy } }
  })
  writeFileSync(path, JSON.stringify(toPlanDocument({ ...read.plan, rows, warnings: [] }).document), { mode: 0o600 })
  return { run: () => user.run(['batch', 'run', path, '-y', '-o', 'json']) }
}

test.each([
  ['dev1', 'a token of the list under the name of another one', sandboxGround.tokens.WBTC.address],
  ['dev2', 'an unlisted token as a listed one', sandboxGround.tokens['fake USDC'].address],
])('%s: %s is not bought', async (account, _, address) => {
  const { run } = await relabel(account, address)
  const ran = await run()
  expect(errorOf(ran)).toMatchObject({ code: 'BATCH_PLAN_CHANGED', exitCode: 2 })
  expect((await readTransactions(fixture.chain.rpc, account)).swaps).toEqual([])
})

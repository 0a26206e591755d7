/** A plan of the same rows as an unfinished run is what its user agreed to: none of its rows is paid less than it says. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from '../e2e/expect-refusal.ts'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { type ReportRow, readPlan, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())

const minimumOf = (path: string): bigint => BigInt(readPlan(path).rows[0].quote.minimumOut.raw)

test('a newer plan, whose minimum the market does not give any more, is not carried out by an older one', async () => {
  const [user, whale] = [fixture.createUser(), fixture.createUser()]
  const row = { id: 'a', network: 'sandbox', sell: 'USDC', amount: '100', buy: 'WETH', account: 'dev1' }
  const file = writeOrders(user, [row])
  const [older, newer] = [`${user.home}/older.json`, `${user.home}/newer.json`]
  await user.run(['batch', 'plan', file, '--out', older])
  await user.run(['batch', 'run', older, '--max-gas', '0.000000001', '-y']) // begun, and nothing signed
  expect(await fixture.countSentBy('dev1')).toBe(0)

  const trade = async (...words: readonly string[]) =>
    parseData<{ bought: { raw: string } }>(
      await whale.run(['swap', ...words, '-a', 'dev2', '--max-impact', '50%', '-y', '-o', 'json']),
    )
  const { bought } = await trade('300', 'ETH', 'USDC')
  expect((await user.run(['batch', 'plan', file, '--out', newer])).code).toBe(0)
  expect(minimumOf(newer)).toBeGreaterThan((minimumOf(older) * 102n) / 100n)
  await trade(String(Number(bought.raw) / 1e6), 'USDC', 'ETH')

  // whether it is refused, or goes on with the higher of the two minimums, is not said here
  const ran = await user.run(['batch', 'run', newer, '--max-gas', '1', '-y', '-o', 'json'])
  const rows: readonly Partial<ReportRow>[] = JSON.parse(ran.stdout).data?.rows ?? []
  const paid = rows.flatMap(({ bought: got }) => (got ? [BigInt(got.raw)] : []))
  expect(paid.filter((amount) => amount < minimumOf(newer))).toEqual([])
})

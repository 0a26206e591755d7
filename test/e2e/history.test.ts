/** The history of a user, without any chain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

let cli: CliFixture
let user: User
beforeAll(async () => {
  cli = await startCliFixture()
  user = cli.createHostedUser()
  for (const args of [
    ['swap', '1', 'ETH', 'USDC', '-a', 'dev0'],
    ['swap', '200', 'USDC', 'DAI', '-a', 'dev0', '--id', 'order-17'],
    ['swap', '2', 'ETH', 'WBTC', '-a', 'dev1'],
  ])
    expect(await user.run([...args, '-y'])).toMatchObject({ code: 0 })
}, 120_000)
afterAll(() => cli.close())

/** An endpoint that nobody listens at: the journal alone answers. */
const alone = { network: false } as const
const history = async (...args: readonly string[]) => {
  const { stdout, stderr, code } = await user.run(['history', ...args, '-o', 'json'], alone)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout).data
}

test('lists what was swapped, the latest first, with totals', async () => {
  const { entries, totals, matching } = await history()
  expect(matching).toBe(3)
  expect(
    entries.map(
      ({ sold, bought }: never) =>
        `${Reflect.get(sold, 'formatted')} ${Reflect.get(Reflect.get(bought, 'token'), 'symbol')}`,
    ),
  ).toEqual(['2 WBTC', '200 DAI', '1 USDC'])
  expect(entries[1]).toMatchObject({ idempotencyKey: 'order-17', state: 'done', vsQuoteBps: 0, network: 'sandbox' })
  expect(totals).toMatchObject({ done: 3 })
  const ether = totals.tokens.find((one: never) => Reflect.get(Reflect.get(one, 'token'), 'symbol') === 'ETH')
  expect(ether).toMatchObject({ soldFormatted: '3', sold: '3000000000000000000', vsQuoteBps: null })
  // every fee of the two accounts, by the chain itself
  const paid = await Promise.all(
    entries.map((entry: { hash: string }) => cli.chain.rpc('eth_getTransactionReceipt', entry.hash)),
  )
  const own = paid.map(
    (receipt) =>
      BigInt(Reflect.get(Object(receipt), 'gasUsed')) * BigInt(Reflect.get(Object(receipt), 'effectiveGasPrice')),
  )
  expect(entries[0].gasPaid.raw).toBe(String(own[0]))
  // the approval of the second is in its gas
  expect(BigInt(entries[1].gasPaid.raw)).toBeGreaterThan(own[1] ?? 0n)
  const sum = entries.reduce(
    (total: bigint, entry: { gasPaid: { raw: string } }) => total + BigInt(entry.gasPaid.raw),
    0n,
  )
  const told = { network: 'sandbox', token: 'ETH', raw: String(sum), formatted: expect.any(String) }
  expect(totals.gas).toEqual([{ ...told, complete: true }])
})

test('filters', async () => {
  const ids = async (...args: readonly string[]) =>
    (await history(...args)).entries.map((one: { sold: { formatted: string } }) => one.sold.formatted)
  expect(await ids('--token', 'usdc')).toEqual(['200', '1'])
  expect(await ids('--token', 'WBTC')).toEqual(['2'])
  expect(await ids('--since', '1h')).toHaveLength(3)
  expect(await ids('--until', '1h')).toHaveLength(0)
  expect(await ids('--state', 'reverted')).toHaveLength(0)
  expect(await ids('--state', 'unsettled', '--limit', '0')).toHaveLength((await history()).totals.unsettled)
  expect(await ids('--limit', '1')).toEqual(['2'])
  expect(await ids('-n', 'sandbox', '-a', 'dev1')).toEqual(['2'])
  expect(await ids('-n', 'base')).toEqual([])
  expect((await history('--limit', '1')).matching).toBe(3)
})

test('CSV has no separators and one line each; people see 80 columns', async () => {
  const csv = await user.run(['swaps', '-o', 'csv'], alone)
  const lines = csv.stdout.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe(
    'time,id,kind,network,account,stage,settled,sold,sell_token,sell_address,bought,buy_token,buy_address,quoted,minimum,vs_quote_bp,gas_paid,gas_token,recipient,hash',
  )
  expect(lines[1]).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z,[0-9a-f-]{36},swap,sandbox,0x[0-9a-fA-F]{40},(mined|confirmed),(true|false),2,ETH,/,
  )
  expect(csv.stdout).not.toContain('"')

  const shown = await user.run(['history'], alone)
  expect(shown.stdout).toContain('VS QUOTE')
  expect(Math.max(...shown.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  const one = await user.run(['history', 'show', 'order-17', '-o', 'json'], alone)
  expect(JSON.parse(one.stdout).data).toMatchObject({ idempotencyKey: 'order-17', sold: { formatted: '200' } })
  const lines2 = await user.run(['history', 'show', 'last'], alone)
  expect(lines2.stdout).toContain('Quoted')
  expect(await user.run(['history', 'show', '00000000'], alone)).toMatchObject({ code: 6 })
})

test('an address with a wrong letter is not taken for another', async () => {
  const { stdout } = await user.run(
    ['history', '-a', '0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045', '-o', 'json'],
    alone,
  )
  expect(JSON.parse(stdout).error.code).toBe('BAD_CHECKSUM')
})

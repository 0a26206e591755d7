/** The batch commands of the built program on one sandbox. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture, type User } from '../e2e/fixture.ts'
import { errorOf, readPlan, readTransactions, replaceInFile, reportOf, writeOrders } from './fixture.ts'

// many commands in a row, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

const row = (id: string, account: string, words: Readonly<Record<string, string>> = {}) => ({
  id,
  network: 'sandbox',
  sell: 'USDC',
  amount: '100',
  buy: 'DAI',
  account,
  ...words,
})
const run = (user: User, ...args: string[]) => user.run(['batch', ...args, '-o', 'json'])

/** A base fee that falls from block to block changes the gas price, and with it the best route. */
async function stopFallingFees(): Promise<void> {
  await fixture.chain.rpc('anvil_setNextBlockBaseFeePerGas', '0x7')
  await fixture.chain.rpc('evm_mine')
}

test('a plan is paid as it says, on the states that its own rows leave, with one approval', async () => {
  const user = fixture.createHostedUser()
  const file = writeOrders(user, [
    row('one', 'dev0', { amount: '50000', buy: 'WETH' }),
    row('two', 'dev0', { amount: '50000', buy: 'WETH' }),
    row('back', 'dev0', { sell: 'DAI', buy: 'USDC', amount: '1000', after: 'two' }),
    row('three', 'dev0', { amount: '25000', buy: 'WETH', after: 'back' }),
  ])
  await stopFallingFees()
  const path = `${user.home}/plan.json`
  const planned = await run(user, 'plan', file, '--out', path)
  expect(planned.code).toBe(0)
  const plan = readPlan(path)
  expect(plan.approvals.map((one: { amount: string }) => one.amount)).toEqual([
    '125000000000',
    '1000000000000000000000',
  ])
  expect(plan.warnings.map((one: { code: string; row: string }) => `${one.code} ${one.row}`)).toContain(
    'PRICE_HURT two',
  )
  expect((await readTransactions(fixture.chain.rpc, 'dev0')).swaps).toEqual([])

  const ran = await run(user, 'run', path, '-y')
  expect(ran.code).toBe(0)
  const { rows, counts, id } = reportOf(ran)
  expect(id).toBe(plan.id)
  expect(counts['done']).toBe(4)
  // nobody else trades
  expect(rows.map(({ bought }) => bought?.raw)).toEqual(rows.map((one) => one.planned?.raw))
  const { swaps, others } = await readTransactions(fixture.chain.rpc, 'dev0')
  expect(swaps.map(({ amountIn }) => amountIn)).toEqual([50_000_000_000n, 50_000_000_000n, 10n ** 21n, 25_000_000_000n])
  expect(others).toBe(2)

  const again = await run(user, 'run', path, '-y')
  expect([again.code, (await readTransactions(fixture.chain.rpc, 'dev0')).swaps.length]).toEqual([0, 4])
  replaceInFile(path, '"50000000000"', '"50000000001"')
  expect(errorOf(await run(user, 'run', path, '-y'))).toMatchObject({ code: 'BATCH_PLAN_CHANGED', exitCode: 2 })
})

test('a bad file is refused with everything that is wrong with it, and nothing is sent', async () => {
  const user = fixture.createHostedUser()
  const file = writeOrders(user, [
    row('x', 'dev1', { amount: '1e5' }),
    row('x', 'dev1', { slippage: '60%' }),
    row('y', 'dev1', { after: 'nobody' }),
    row('p', 'dev1', { after: 'q' }),
    row('q', 'dev1', { after: 'p' }),
    row('t', 'dev1', { buy: 'NOPE' }),
    row('u', 'dev1', { network: 'nowhere' }),
    row('v', 'dev1', { not_before: '2026-01-01' }),
    row('w', 'dev1', { slippage: 'auto' }),
  ])
  const refused = await run(user, 'run', file, '-y')
  expect(refused.code).toBe(2)
  const { problems } = errorOf(refused).details
  expect(problems.map(({ line, message }: { line: number; message: string }) => `${line} ${message}`)).toEqual([
    '2 amount: "1e5" is not an amount: exponents are not accepted, write all digits',
    '3 the id x is that of line 2',
    '3 slippage: "60%" is not a slippage: it is above 50%',
    '4 after: there is no row nobody',
    '5 after: p waits for itself, by the rows it names',
    '6 after: q waits for itself, by the rows it names',
    '7 There is no token "NOPE" in the list of sandbox',
    '8 network: There is no network "nowhere"',
    '9 not_before: "2026-01-01" is not a time: write 2026-01-31T09:30:00Z',
    '10 slippage: auto is measured for one swap: write a share, as 0.5%',
  ])
  expect(await fixture.countSentBy('dev1')).toBe(0)
})

test('stop and continue, rows after failed ones, guards, a resumed batch, a changed file, duplicates', async () => {
  const user = fixture.createHostedUser()
  const rows = [
    row('a', 'dev2'),
    row('bad', 'dev2', { min_out: '1000' }),
    row('next', 'dev2', { after: 'bad' }),
    row('b', 'dev2', { amount: '50' }),
  ]
  const file = writeOrders(user, rows)
  expect(errorOf(await run(user, 'run', file, '-y', '--max-spend', 'USDC=349'))).toMatchObject({
    code: 'BATCH_SPEND_ABOVE_LIMIT',
    exitCode: 10,
  })
  expect(errorOf(await run(user, 'run', file))).toMatchObject({ code: 'CONFIRM_NEEDED' })
  expect(await fixture.countSentBy('dev2')).toBe(0)

  const stopped = await run(user, 'run', file, '-y', '--max-spend', 'USDC=350')
  expect(stopped.code).toBe(15)
  const states = (result: typeof stopped) => reportOf(result).rows.map(({ id, state }) => `${id} ${state}`)
  expect(states(stopped)).toEqual(['a done', 'bad failed', 'next waiting', 'b waiting'])
  expect(await fixture.countSentBy('dev2')).toBe(2) // one approval, one swap

  const went = await run(user, 'resume', 'last', '-y', '--on-error', 'continue')
  expect([went.code, ...states(went)]).toEqual([15, 'a done', 'bad failed', 'next failed', 'b done'])
  expect(reportOf(went).rows.map(({ error }) => error?.code)).toEqual([
    undefined,
    'BELOW_MIN_OUT',
    'AFTER_NOT_DONE',
    undefined,
  ])
  expect(await fixture.countSentBy('dev2')).toBe(3) // the allowance for all rows is there already

  writeOrders(user, [rows[0] ?? {}, row('bad', 'dev2', { min_out: '99' }), ...rows.slice(2)])
  const changed = await run(user, 'run', file, '-y')
  expect(errorOf(changed)).toMatchObject({
    code: 'BATCH_CHANGED',
    exitCode: 2,
    details: { differs: ['bad: min-out was 1000000000000000000000, now 99000000000000000000'] },
  })
  writeOrders(user, [row('a', 'dev2', { amount: '101' }), ...rows.slice(1)])
  const signed = await run(user, 'run', file, '-y', '--accept-changes')
  expect(errorOf(signed)).toMatchObject({ code: 'BATCH_CHANGED', details: { signed: ['a'] } })
  writeOrders(user, [rows[0] ?? {}, row('bad', 'dev2', { min_out: '99' }), ...rows.slice(2)])
  const mended = await run(user, 'run', file, '-y', '--accept-changes')
  expect([mended.code, ...states(mended)]).toEqual([0, 'a done', 'bad done', 'next done', 'b done'])

  const twice = await run(user, 'run', file, '-y')
  expect(errorOf(twice)).toMatchObject({ code: 'DUPLICATE_ID', exitCode: 10 })
  const { swaps } = await readTransactions(fixture.chain.rpc, 'dev2')
  expect(swaps.length).toBe(4)
  const meant = await run(user, 'run', file, '-y', '--allow-duplicate')
  expect([meant.code, (await readTransactions(fixture.chain.rpc, 'dev2')).swaps.length]).toEqual([0, 8])
})

test('the gas of a whole batch is limited, and a cancelled batch signs no more', async () => {
  const user = fixture.createHostedUser()
  const rows = ['1', '2', '3'].map((amount) => row(`r${amount}`, 'dev3', { sell: 'ETH', buy: 'USDC', amount }))
  const file = writeOrders(user, rows)
  const limited = await run(user, 'run', file, '-y', '--max-gas', '0.000000001', '--on-error', 'continue')
  expect(limited.code).toBe(15)
  expect(reportOf(limited).rows.map(({ error }) => error?.code)).toEqual(Array(3).fill('GAS_ABOVE_LIMIT'))
  expect(await fixture.countSentBy('dev3')).toBe(0)
  const cancelled = await run(user, 'cancel', 'last', '-y')
  expect([cancelled.code, reportOf(cancelled).counts['cancelled']]).toEqual([15, 3])
  expect(errorOf(await run(user, 'resume', 'last', '-y'))).toMatchObject({ code: 'BATCH_CANCELLED', exitCode: 2 })
  expect(await fixture.countSentBy('dev3')).toBe(0)
})

test('Ctrl-C finishes the row in work; twice it stops at once and says what is open', async () => {
  const user = fixture.createHostedUser()
  const far = '2099-01-01T00:00:00Z'
  const file = writeOrders(user, [
    row('now', 'dev4', { sell: 'ETH', buy: 'USDC', amount: '1' }),
    row('later', 'dev4', { sell: 'ETH', buy: 'USDC', amount: '2', not_before: far }),
  ])
  const { child, ended } = await user.start(['batch', 'run', file, '-y', '-o', 'jsonl'])
  child.stdout?.on('data', (text: Buffer) => {
    if (String(text).includes('"event":"waiting"')) child.kill('SIGINT')
  })
  const stopped = await ended
  expect(stopped.code).toBe(15)
  const report = JSON.parse(stopped.stdout.trim().split('\n').at(-1) ?? '').data
  expect(report.rows.map(({ state }: { state: string }) => state)).toEqual(['done', 'waiting'])

  const proxy = await fixture.addProxy([{ method: 'eth_sendRawTransaction', fault: { kind: 'silence' } }])
  const other = fixture.createHostedUser()
  const open = writeOrders(other, [row('open', 'dev5', { sell: 'ETH', buy: 'USDC', amount: '1' })])
  const hanging = await other.start(['batch', 'run', open, '-y', '-o', 'json'], { rpc: proxy.url })
  while (proxy.handed.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  hanging.child.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 300))
  hanging.child.kill('SIGINT')
  const pending = await hanging.ended
  expect(pending.code).toBe(13)
  expect(errorOf(pending)).toMatchObject({ code: 'BATCH_PENDING', sent: true, details: { rows: ['open'] } })
  const followed = await run(other, 'resume', 'last', '-y')
  expect([followed.code, await fixture.countSentBy('dev5')]).toEqual([0, 1])
})

test('two processes with the same file run it once', async () => {
  const user = fixture.createUser()
  const file = writeOrders(
    user,
    ['1', '2', '3'].map((amount) => row(`r${amount}`, 'dev6', { sell: 'ETH', buy: 'USDC', amount })),
  )
  const both = await Promise.all([1, 2].map(() => run(user, 'run', file, '-y')))
  for (const { code } of both) expect([0, 5, 10]).toContain(code)
  expect(both.some(({ code }) => code === 0)).toBe(true)
  expect(await fixture.countSentBy('dev6')).toBe(3)
})

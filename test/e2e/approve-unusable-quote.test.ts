/** No approval for a quote that cannot be swapped any more; the refusal tells what was sent for it, by any command. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { seconds } from '#domain/units'
import { createCrossQuoteStore } from '#store/service/cross-quote-store'
import { createQuoteStore } from '#store/service/quote-store'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { crossQuote } from '#test/crossing/quote-sample'
import { type ExpectedFailure, expectFailureJson, expectFailureScreen, parseData } from './expect-refusal.ts'
import { type CliFixture, type RunResult, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
})

const must = async (...args: readonly string[]): Promise<RunResult> => {
  const ran = await user.run(args)
  expect(ran.code, ran.stdout + ran.stderr).toBe(0)
  return ran
}
const quote = async (account: string): Promise<string> =>
  parseData<{ id: string }>(await user.run(['quote', '50', 'USDC', 'ETH', '-a', account, '-o', 'json'])).id
const approve = (id: string, account: string) => must('approve', id, '-a', account, '-y')

async function changeRow(sql: string, id: string): Promise<void> {
  const database = await openDatabase({ path: join(user.state, 'swapline.db') })
  expect(database.run(sql, id)).toBe(1)
  database.close()
}
const lose = (id: string) => changeRow('DELETE FROM quotes WHERE id = ?', id)
/** As by a service over the same store, whose client has the payload now. */
const claim = (id: string) => changeRow('UPDATE quotes SET consumed_at = expires_at - 290 WHERE id = ?', id)

async function expire(id: string): Promise<void> {
  const path = join(user.state, 'swapline.db')
  const open = await openDatabase({ path })
  const quotes = createQuoteStore({ sql: sqliteSql({ path, database: async () => open }) })
  const { quote: kept } = await quotes.get(id)
  open.run('DELETE FROM quotes WHERE id = ?', id)
  await quotes.put({ ...kept, createdAt: seconds(kept.createdAt - 400), expiresAt: seconds(kept.expiresAt - 400) })
  open.close()
}

interface Block {
  readonly transactions: readonly { readonly to: string }[]
}

interface Refusal extends ExpectedFailure {
  /** How much of the sentence about sending the screen has to have. */
  readonly screen: string
  readonly never?: readonly string[]
}

/** By `approve` and by `approve --build-only`, which writes nothing; nothing more is on the chain. */
async function expectRefused(id: string, account: string, wanted: Refusal): Promise<void> {
  const before = await fixture.countSentBy(account)
  const file = join(user.home, `${id}.json`)
  const words = ['approve', id, '-a', account]
  const text = expectFailureScreen(await user.run([...words, '-y']), wanted)
  expect(text).toContain(wanted.screen)
  for (const said of wanted.never ?? []) expect(text).not.toContain(said)
  expectFailureJson(await user.run([...words, '-y', '-o', 'json']), wanted)
  expectFailureJson(await user.run([...words, '--build-only', '--out', file, '-o', 'json']), wanted)
  expect(existsSync(file)).toBe(false)
  expect(await fixture.countSentBy(account)).toBe(before)
}

const freshQuote = 'swapline quote 50 USDC ETH -n sandbox'
const noneSigned = 'this machine has signed none, and whether another one has is unknown'

describe('a quote that expired', () => {
  test('nothing was sent for it', async () => {
    const id = await quote('dev1')
    await expire(id)
    const says = [/expired \d+ seconds ago/, freshQuote]
    await expectRefused(id, 'dev1', { code: 'QUOTE_EXPIRED', says, screen: 'Nothing was sent.' })
  })

  test('its approval was sent: that is told, with what it left and how it is taken back', async () => {
    const id = await quote('dev1')
    await approve(id, 'dev1')
    expect((await must('status', id)).stdout).toContain('Only its approval was signed and sent.')
    expect(parseData<{ approvals: unknown[] }>(await user.run(['status', id, '-o', 'json'])).approvals).toHaveLength(1)
    await expire(id)
    expect((await must('status', id)).stdout).toContain(
      'Only its approval was signed and sent, and nothing else can be.',
    )
    const wanted = {
      code: 'QUOTE_EXPIRED',
      sent: true,
      says: ['Its approval was sent. Its swap was not', freshQuote],
      screen: 'The approval of 50 USDC that was sent for it was not used by it.',
      never: ['Nothing was sent'],
    } as const
    await expectRefused(id, 'dev1', wanted)
    const swapped = await user.run(['swap', id, '-a', 'dev1', '-y'])
    expect(expectFailureScreen(swapped, wanted)).toContain(wanted.screen)
    expect(swapped.stderr).toContain('swapline revoke USDC -n sandbox')
  })
})

test('the approval of a quote that expired, and is not kept any more, while it waits for a block', async () => {
  const id = await quote('dev0')
  await fixture.chain.rpc('evm_setAutomine', false)
  await must('approve', id, '-a', 'dev0', '-y', '--no-wait')
  const never = ['swapline quote', 'Nothing was sent']
  const wanted = { code: 'PENDING', sent: true, screen: 'The approval was SENT.', never } as const
  await expire(id)
  await expectRefused(id, 'dev0', wanted)
  await lose(id)
  await expectRefused(id, 'dev0', wanted)
})

describe('a quote that is not kept any more', () => {
  test('nothing was sent for it', async () => {
    const id = await quote('dev2')
    await lose(id)
    const wanted = { code: 'QUOTE_NOT_FOUND', says: ['swapline quote <amount>'], screen: 'Nothing was sent.' } as const
    await expectRefused(id, 'dev2', wanted)
  })

  test('its approval was sent, and is named by the whole id and by its beginning', async () => {
    const id = await quote('dev2')
    await approve(id, 'dev2')
    await lose(id)
    const wanted = {
      code: 'QUOTE_NOT_FOUND',
      sent: true,
      says: ['Its approval was sent.', 'swapline quote <amount>'],
      screen: 'A transaction WAS sent.',
    } as const
    await expectRefused(id, 'dev2', wanted)
    await expectRefused(id.slice(0, 8), 'dev2', wanted)
  })

  test('its swap was sent', async () => {
    const id = await quote('dev3')
    await must('swap', id, '-a', 'dev3', '-y')
    await lose(id)
    const never = ['swapline quote', 'Nothing was sent']
    await expectRefused(id, 'dev3', { code: 'PENDING', sent: true, screen: 'The swap was SENT.', never })
  })

  test('without any quote, what was done last is not taken for it', async () => {
    const id = await quote('dev3')
    await must('swap', id, '-a', 'dev3', '-y')
    const database = await openDatabase({ path: join(user.state, 'swapline.db') })
    database.run('DELETE FROM quotes')
    database.close()
    const ran = await user.run(['approve', 'last', '-a', 'dev3', '-y', '-o', 'json'])
    expectFailureJson(ran, { code: 'QUOTE_NOT_FOUND', sent: false })
  })
})

describe('a quote that was used', () => {
  const never = ['swapline quote', 'Nothing was sent']

  test('by a swap that is mined', async () => {
    const id = await quote('dev4')
    await must('swap', id, '-a', 'dev4', '-y', '--id', 'named')
    await expectRefused(id, 'dev4', { code: 'PENDING', sent: true, screen: 'The swap was SENT.', never })
  })

  test('by a swap that is pending, and then cancelled', async () => {
    const id = await quote('dev5')
    await approve(id, 'dev5')
    await fixture.chain.rpc('evm_setAutomine', false)
    await must('swap', id, '-a', 'dev5', '-y', '--no-wait')
    await expectRefused(id, 'dev5', { code: 'PENDING', sent: true, screen: 'The swap was SENT.', never })
    await must('tx', 'cancel', id, '-y', '--no-wait')
    await fixture.chain.rpc('evm_setAutomine', true)
    await fixture.chain.rpc('evm_mine')
    await must('status', id)
    const says = ['The swap was cancelled', 'make a new quote']
    await expectRefused(id, 'dev5', { code: 'CANCELLED', sent: true, says, screen: 'The swap was cancelled' })
  })

  test('by a swap that reverted', async () => {
    const id = await quote('dev6')
    await approve(id, 'dev6')
    await fixture.chain.rpc('evm_setAutomine', false)
    await must('swap', id, '-a', 'dev6', '-y', '--no-wait')
    const { transactions } = await fixture.chain.rpc<Block>('eth_getBlockByNumber', 'pending', true)
    const router = transactions[0]?.to
    const code = await fixture.chain.rpc<string>('eth_getCode', router, 'latest')
    await fixture.chain.rpc('anvil_setCode', router, '0x5f5ffd')
    await fixture.chain.rpc('evm_mine')
    await fixture.chain.rpc('anvil_setCode', router, code)
    await must('status', id)
    await expectRefused(id, 'dev6', { code: 'REVERTED', sent: true, screen: 'The swap reverted on chain', never: [] })
  })

  test('by another program, which has its payload: whether that was sent is unknown, to swap as well', async () => {
    const id = await quote('dev7')
    await claim(id)
    const says = [noneSigned, `swapline status ${id}`, freshQuote]
    const screen = 'Whether anything was sent is unknown.'
    const wanted = { code: 'QUOTE_CONSUMED', sent: true, says, screen, never: ['Nothing was sent'] } as const
    await expectRefused(id, 'dev7', wanted)
    expect(expectFailureScreen(await user.run(['swap', id, '-a', 'dev7', '-y']), wanted)).toContain(screen)
  })

  test('by a file, after its approval was sent', async () => {
    const id = await quote('dev7')
    await approve(id, 'dev7')
    await must('swap', id, '-a', 'dev7', '--build-only', '--out', join(user.home, 'swap.json'))
    const says = ['Its approval was sent.', noneSigned]
    await expectRefused(id, 'dev7', { code: 'QUOTE_CONSUMED', sent: true, says, screen: 'Its approval was sent.' })
  })
})

test('the quote of another account is not approved by a file either', async () => {
  const id = await quote('dev8')
  const file = join(user.home, 'other.json')
  const ran = await user.run(['approve', id, '-a', 'dev9', '--build-only', '--out', file, '-o', 'json'])
  expectFailureJson(ran, { code: 'ACCOUNT_DIFFERS' })
  expect(existsSync(file)).toBe(false)
})

test('the last quote is of a swap to another network: an older one is not approved instead', async () => {
  const other = fixture.createHostedUser()
  parseData(await other.run(['quote', '50', 'USDC', 'ETH', '-a', 'dev9', '-o', 'json']))
  const path = join(other.state, 'swapline.db')
  const open = await openDatabase({ path })
  const later = seconds(Math.floor(Date.now() / 1000) + 10)
  const crossQuotes = createCrossQuoteStore({ sql: sqliteSql({ path, database: async () => open }) })
  await crossQuotes.put({ ...crossQuote, createdAt: later })
  open.close()
  for (const reference of ['last', crossQuote.id]) {
    const ran = await other.run(['approve', reference, '-a', 'dev9', '-y', '-o', 'json'])
    expectFailureJson(ran, { code: 'USAGE', says: ['to another network', 'swapline swap 7b3e91c4'] })
  }
  expect(await fixture.countSentBy('dev9')).toBe(0)
})

test('a second process approves while the first one swaps the quote: it approves nothing', async () => {
  const id = await quote('dev8')
  await fixture.chain.rpc('evm_setAutomine', false)
  const pending = async () =>
    (await fixture.chain.rpc<Block>('eth_getBlockByNumber', 'pending', true)).transactions.length
  const swap = await user.start(['swap', id, '-a', 'dev8', '-y', '-o', 'json'])
  await vi.waitFor(async () => expect(await pending()).toBe(1), { timeout: 60_000, interval: 100 }) // its approval
  const second = await user.start(['approve', id, '-a', 'dev8', '-y', '-o', 'json'])
  await new Promise((resolve) => setTimeout(resolve, 3_000)) // to let it read the quote, which nobody has used yet
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  expect(parseData<{ stage: string }>(await swap.ended).stage).toBe('confirmed')
  expectFailureJson(await second.ended, {
    code: 'PENDING',
    sent: true,
    says: ['The swap was SENT.', 'was used before'],
  })
  expect(await fixture.countSentBy('dev8')).toBe(2)
})

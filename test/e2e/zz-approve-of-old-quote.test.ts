/**
 * WRONG: `approve <quote>` asks for the quote before the journal, so of a quote that expired (or is kept no more) while its
 * approval waits it says «Nothing was sent». LOST: the user believes it, quotes and approves again; the first allowance stays.
 */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { seconds } from '#domain/units'
import { createQuoteStore } from '#store/service/quote-store'
import { openOnce } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

/** The same quote, as it is stored after its five minutes; or not kept any more. */
async function changeStoredQuote(to: 'expired' | 'gone'): Promise<void> {
  const path = join(user.state, 'swapline.db')
  const database = openOnce({ path })
  const quotes = createQuoteStore({ sql: sqliteSql({ path, database }) })
  const { quote } = await quotes.get('last')
  const { createdAt, expiresAt } = quote
  expect((await database()).run('DELETE FROM quotes WHERE id = ?', quote.id)).toBe(1)
  if (to === 'expired')
    await quotes.put({ ...quote, createdAt: seconds(createdAt - 341), expiresAt: seconds(expiresAt - 341) })
  ;(await database()).close()
}

test.each([
  { to: 'expired', account: 'dev1', code: 'QUOTE_EXPIRED' },
  { to: 'gone', account: 'dev2', code: 'QUOTE_NOT_FOUND' },
] as const)('approve of a quote that is $to, while its approval waits for a block', async ({ to, account, code }) => {
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', account, '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['approve', id, '-a', account, '-y']
  const first = await user.run([...words, '--no-wait', '-o', 'json'])
  expect(parseData<{ txs: readonly { stage: string }[] }>(first).txs.map(({ stage }) => stage)).toEqual(['submitted'])
  expect(await fixture.chain.rpc('eth_getTransactionCount', findDevAddress(account), 'pending')).toBe('0x1')
  await changeStoredQuote(to)

  const again = (await user.run(words)).stderr.replace(/\s+/g, ' ')
  expect(again).toContain(code)
  expect.soft(again).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ sent: true })
})

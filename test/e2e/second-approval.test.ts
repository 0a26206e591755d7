/** A second approval for a quote, after the first was cancelled or revoked, is found again by the quote. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seconds } from '#domain/units'
import { createQuoteStore } from '#store/service/quote-store'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

async function expire(id: string): Promise<void> {
  const path = join(user.state, 'swapline.db')
  const open = await openDatabase({ path })
  const quotes = createQuoteStore({ sql: sqliteSql({ path, database: async () => open }) })
  const { quote: kept } = await quotes.get(id)
  open.run('DELETE FROM quotes WHERE id = ?', id)
  await quotes.put({ ...kept, createdAt: seconds(kept.createdAt - 400), expiresAt: seconds(kept.expiresAt - 400) })
  open.close()
}

/** Sends an approval for the quote that waits for a block. */
const approveLater = async (id: string, account: string): Promise<string> => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const { txs } = parseData<{ txs: { hash: string }[] }>(
    await user.run(['approve', id, '-a', account, '-y', '--no-wait', '-o', 'json']),
  )
  return txs[0]?.hash ?? ''
}
const quote = async (account: string): Promise<string> =>
  parseData<{ id: string }>(await user.run(['quote', '50', 'USDC', 'ETH', '-a', account, '-o', 'json'])).id
const isPending = async (hash: string): Promise<boolean> =>
  (await fixture.chain.rpc<{ blockNumber: string | null } | null>('eth_getTransactionByHash', hash))?.blockNumber ===
  null

test('an approval that was sent after the first one was cancelled is not denied', async () => {
  const id = await quote('dev3')
  await approveLater(id, 'dev3')
  expect(await user.run(['tx', 'cancel', 'last', '-y', '--no-wait'])).toMatchObject({ code: 0 })
  await fixture.chain.rpc('anvil_mine', '0x40')
  expect((await user.run(['status', 'last'])).stdout).toContain('CANCELLED')
  const second = await approveLater(id, 'dev3')
  expect(await isPending(second)).toBe(true)

  await expire(id)
  for (const command of ['approve', 'swap']) {
    const words = [command, id, '-a', 'dev3', '-y']
    expect.soft((await user.run(words)).stderr.replace(/\s+/g, ' ')).not.toContain('Nothing was sent')
    expect.soft(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ sent: true })
  }
  expect(await isPending(second)).toBe(true)
})

test('an approval that was sent after the first one was revoked is the one that is named', async () => {
  const id = await quote('dev4')
  await fixture.chain.rpc('evm_setAutomine', true)
  expect(await user.run(['approve', id, '-a', 'dev4', '-y'])).toMatchObject({ code: 0 })
  expect(await user.run(['revoke', 'USDC', '-a', 'dev4', '-y'])).toMatchObject({ code: 0 })
  const second = await approveLater(id, 'dev4')
  expect(await isPending(second)).toBe(true)

  await expire(id)
  const { stdout } = await user.run(['approve', id, '-a', 'dev4', '-y', '-o', 'json'])
  expect(stdout).toContain(second)
})

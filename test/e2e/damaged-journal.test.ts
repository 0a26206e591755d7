/** A journal that cannot be read may hold what an earlier run sent: nothing claims then that nothing was sent. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#store/sqlite/open'
import { writeOrders } from '../batch/fixture.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

async function damageJournal({ state }: User): Promise<void> {
  const database = await openDatabase({ path: join(state, 'swapline.db') })
  expect(database.run(`UPDATE observations SET body = 'null'`)).toBeGreaterThan(0)
  database.close()
}

test.each<[string, string, (user: User) => readonly string[]]>([
  ['swap --id', 'dev1', () => ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '--id', 'salary']],
  [
    'batch run',
    'dev2',
    (user) => {
      const row = { id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy: 'USDC', account: 'dev2' }
      return ['batch', 'run', writeOrders(user, [row])]
    },
  ],
])('%s again', async (_, account, wordsOf) => {
  const user = fixture.createHostedUser()
  const words = [...wordsOf(user), '-y']
  expect((await user.run(words)).code).toBe(0)
  expect(await fixture.countSentBy(account)).toBe(1)
  await damageJournal(user)
  const { stderr, code } = await user.run(words)
  expect(code).not.toBe(0)
  expect(stderr).toContain('is damaged')
  expect(stderr).not.toContain('Nothing was sent')
})

test('status --release, which can send too, leaves it open as well', async () => {
  const user = fixture.createHostedUser()
  expect((await user.run(['swap', '1', 'ETH', 'USDC', '-a', 'dev3', '--id', 'rent', '-y'])).code).toBe(0)
  await damageJournal(user)
  const { stdout } = await user.run(['status', 'rent', '--release', '-a', 'dev3', '-y', '-o', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'STORE_UNUSABLE', sent: true } })
})

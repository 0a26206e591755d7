/** A quote is kept for 30 days, and what was signed by it for good: swapped again, it is told that it was sent. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#store/sqlite/open'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('swap of a quote that is not kept any more', async () => {
  const user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', 'dev1', '-o', 'json']))
  const words = ['swap', id, '-a', 'dev1', '-y']
  expect((await user.run(words)).code).toBe(0)
  const database = await openDatabase({ path: join(user.state, 'swapline.db') })
  expect(database.run('DELETE FROM quotes')).toBe(1)
  database.close()
  for (const one of [id, id.slice(0, 8)]) {
    const again = await user.run(['swap', one, '-a', 'dev1', '-y'])
    expect(again.stderr).toContain('was SENT')
    expect(again.stderr).not.toContain('Nothing was sent')
    expect(again.code).toBe(13)
  }
  const never = await user.run(['swap', '00000000', '-a', 'dev1', '-y'])
  expect(never.stderr).toContain('QUOTE_NOT_FOUND')
  expect(never.stderr).toContain('Nothing was sent')
  expect(await fixture.countSentBy('dev1')).toBe(1)
})

test('swap of a quote that is kept, and was swapped under a name', async () => {
  const user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', 'dev2', '-o', 'json']))
  expect((await user.run(['swap', id, '-a', 'dev2', '-y', '--id', 'salary'])).code).toBe(0)
  const again = await user.run(['swap', id, '-a', 'dev2', '-y'])
  expect(await fixture.countSentBy('dev2')).toBe(1)
  expect(again.code).not.toBe(0)
  expect(again.stderr).not.toContain('Nothing was sent')
})

test('approve of a quote that was swapped does not say that nothing was sent, nor offer a fresh quote', async () => {
  const user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '50', 'USDC', 'ETH', '-a', 'dev3', '-o', 'json']))
  expect((await user.run(['swap', id, '-a', 'dev3', '-y'])).code).toBe(0)
  const again = await user.run(['approve', id, '-a', 'dev3', '-y'])
  expect(again.stderr).not.toContain('Nothing was sent')
  expect(again.stderr).not.toContain('swapline quote')
})

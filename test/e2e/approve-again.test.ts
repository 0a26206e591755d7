/** An approval for a quote is one, however often it is asked for: without a network, it is not denied that it was sent. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('approve of a quote once more, where no endpoint answers', async () => {
  const user = fixture.createUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '50', 'USDC', 'ETH', '-a', 'dev3', '-o', 'json']))
  const words = ['approve', id, '-a', 'dev3', '-y']
  expect((await user.run(words)).code).toBe(0)
  expect(await fixture.countSentBy('dev3')).toBe(1)

  const again = await user.run(words, { rpc: 'http://127.0.0.1:1' })
  expect(again.code).not.toBe(0)
  expect.soft(again.stderr).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json'], { rpc: 'http://127.0.0.1:1' }))).toMatchObject({ sent: true })
})

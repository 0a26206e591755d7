/** A file of a quote that was swapped before is refused, and the swap is not denied. */
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

test.each([
  { account: 'dev1', words: (id: string) => ['swap', id, '-a', 'dev1', '--build-only'] },
  { account: 'dev2', words: (id: string) => ['tx', 'build', id, '-a', 'dev2'] },
])('a file of a quote that was swapped by $account is refused without denying the swap', async ({ account, words }) => {
  const user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', account, '-o', 'json']))
  expect((await user.run(['swap', id, '-a', account, '-y'])).code).toBe(0)
  expect(errorOf(await user.run([...words(id), '-o', 'json']))).toMatchObject({ sent: true })
  expect(errorOf(await user.run([...words(id), '--max-gas', 'x', '-o', 'json']))).toMatchObject({ sent: true })
})

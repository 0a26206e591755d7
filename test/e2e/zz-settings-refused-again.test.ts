/**
 * A `swap <quote>` whose swap waits, typed again with an option that does not exist, one word too many, an unreadable `--timeout`,
 * `--service` or `SWAPLINE_TIMEOUT`, or a config file that is not there, states `sent: false` («Nothing was sent.»): these
 * failures end before the hook `nameEarlier` is asked, which was made for «words that cannot be read». A script that trusts
 * it quotes and swaps once more: the money is spent twice.
 * Cause: src/cli/start/run.ts:47-49 (config and settings are read, and thrown, before `readCall`), src/cli/start/program.ts
 * (unknown options and words too many never reach `runCommand`), yet `telling` adds `sent: false` to all of them.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
let words: readonly string[]
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', 'dev1', '-o', 'json']))
  await fixture.chain.rpc('evm_setAutomine', false)
  words = ['swap', id, '-a', 'dev1', '-y']
  expect((await user.run([...words, '--no-wait'])).code).toBe(0)
})
afterAll(() => fixture.close())

test.each([
  [['--timeout', 'abc'], {}],
  [['--frobnicate'], {}],
  [['a', 'b', 'c'], {}],
  [['--config', '/nowhere/x.json'], {}],
  [['--service', 'nonsense'], {}],
  [[], { SWAPLINE_TIMEOUT: 'abc' }],
] as const)('a swap that waits is not denied by its command with %j and %j', async (more, env) => {
  const screen = (await user.run([...words, ...more], { env })).stderr.replace(/\s+/g, ' ')
  expect.soft(screen).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, ...more, '-o', 'json'], { env }))).toMatchObject({ sent: true })
})

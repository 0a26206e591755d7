/**
 * WRONG: a repeated `swap <quote>` or `swap … --id <name>` whose words cannot be read (a mistyped option, another form of
 * output, a profile that is not there) says «Nothing was sent.» and `"sent": false` while the swap of the first run waits at a
 * node. Every later refusal of the same command names that swap (`test/e2e/quote-again-refused.test.ts`).
 * LOSES: a user or a script that repeats the command with a typing error is told that nothing was sent, drops the quote and
 * swaps anew: it is sold twice. Severity: medium (a false «Nothing was sent»; the name of the swap was given).
 * CAUSE: src/cli/start/run.ts, `executeCall`: `checkFormat`, the profile and `parseInput` throw before there is a context
 * with a conclusion, and `runCommand` prints them with `canSend(job.call)`; `nameEarlier` (src/cli/commands/swap.ts,
 * `runAny`) comes after the words were read. Such a refusal knows nothing of earlier runs: it should not state it.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

test('swap of a quote once more, with words that cannot be read, while its swap waits', async () => {
  const user = fixture.createHostedUser()
  const asked = ['quote', '1', 'ETH', 'USDC', '-a', 'dev1', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['swap', id, '-a', 'dev1', '-y']
  expect((await user.run([...words, '--no-wait'])).code).toBe(0)

  for (const more of [
    ['--confirmations', '0'],
    ['--nonce', 'x'],
    ['-p', 'none'],
  ]) {
    const again = (await user.run([...words, ...more])).stderr.replace(/\s+/g, ' ')
    expect.soft(again, more.join(' ')).not.toContain('Nothing was sent')
    expect
      .soft(errorOf(await user.run([...words, ...more, '-o', 'json'])), more.join(' '))
      .toMatchObject({ sent: true })
  }
})

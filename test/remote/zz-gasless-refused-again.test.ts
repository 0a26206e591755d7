/**
 * WRONG: `swap <quote> --gasless` has signed and sent its order, which is filled (or can be until its deadline). The same
 * command refused early (an account that is not there, a term beside the quote, `--id`) says «Nothing was sent.», `"sent": false`.
 * Refused for its used quote, it says that the order may have been sent (test/remote/gasless.test.ts).
 * LOSES: a user reads that nothing was sent, and swaps again: sold twice. Severity: high (a false «Nothing was sent»).
 * CAUSE: src/cli/request/name-earlier.ts, `findOfQuote`: by the journal alone, which keeps an order by its digest and not by
 * its quote. What the quote's store tells (it was used, and is a gasless one) is not asked; `recordOrder` could keep the
 * quote's id. As with `QUOTE_NOT_FOUND` of an order (`toLostOrder`), what is not known may not be denied.
 */
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from '../e2e/expect-refusal.ts'
import { type CliFixture, type RunningCommand, startCliFixture, type User } from '../e2e/fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let fixture: CliFixture
let user: User
let server: RunningCommand
let url: string
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  const relayer = ['--relayer', 'dev9', '--relay-cap', '1ETH/day']
  server = await fixture.createUser().start(['serve', '--port', '0', '--auth-port', '0', ...relayer, '-o', 'jsonl'])
  const { stdout } = server.child
  if (stdout === null) throw new Error('the server says nothing')
  for await (const line of createInterface({ input: stdout })) {
    url = JSON.parse(line).data.url
    break
  }
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await fixture.close()
})

test('swap of a gasless quote once more, refused early, after its order was filled', async () => {
  const run = (...words: readonly string[]) => user.run([...words, '--service', url])
  const asked = ['quote', '100', 'USDC', 'WETH', '--gasless', '-a', 'dev3', '-o', 'json']
  const { id } = parseData<{ id: string }>(await run(...asked))
  const swap = ['swap', id, '--gasless', '-y']
  const first = parseData<{ filled: boolean }>(await run(...swap, '-a', 'dev3', '-o', 'json'))
  expect(first).toMatchObject({ filled: true })

  for (const more of [
    ['-a', 'nobody'],
    ['-a', 'dev3', '--slippage', '2%'],
    ['-a', 'dev3', '--id', 'mine'],
  ]) {
    const screen = (await run(...swap, ...more)).stderr.replace(/\s+/g, ' ')
    expect.soft(screen, more.join(' ')).not.toContain('Nothing was sent')
    const { error } = JSON.parse((await run(...swap, ...more, '-o', 'json')).stdout)
    expect.soft(error, more.join(' ')).toMatchObject({ sent: true })
  }
})

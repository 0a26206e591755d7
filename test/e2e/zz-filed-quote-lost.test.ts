/**
 * WRONG: a quote's transaction went into a file here (`--build-only`), which was signed and sent elsewhere. The quote is not kept
 * any more (30 days, or another `--service`). `swap <quote>` and `approve <quote>`: «There is no quote …. Nothing was sent.»,
 * `"sent": false`, and «swapline quote …» as the remedy. The journal has the file (`recordFile`); while the quote is kept, the
 * same command says that it may have been sent from anywhere (test/e2e/filed-quote.test.ts).
 * LOSES: who follows the remedy sells twice. Severity: high (a false «Nothing was sent»).
 * CAUSE: src/app/trade/steps/quote-failure.ts, `toQuoteFailure`: without transactions it returns the cause as it is, before
 * `toOutcome`, whose `toUnsignedOutcome` would ask `isFiled`; `noteQuote` (src/cli/commands/swap.ts) and the `setIntent` of
 * src/cli/commands/approve.ts replace the conclusion of `nameEarlier`, which would have said «maybe», by this one.
 */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#store/sqlite/open'
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

test('swap and approve of a quote that is not kept any more, whose file was sent elsewhere', async () => {
  const user = fixture.createHostedUser()
  const elsewhere = fixture.createHostedUser()
  const asked = ['quote', '1', 'ETH', 'USDC', '-a', 'dev1', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  const [unsigned, signed] = [join(user.home, 'unsigned.json'), join(user.home, 'signed.json')]
  parseData(await user.run(['swap', id, '--build-only', '-a', 'dev1', '--out', unsigned, '-o', 'json']))
  parseData(await elsewhere.run(['tx', 'sign', unsigned, '--out', signed, '-y', '-o', 'json']))
  parseData(await elsewhere.run(['tx', 'send', signed, '-o', 'json']))
  expect(await fixture.countSentBy('dev1')).toBe(1)
  const database = await openDatabase({ path: join(user.state, 'swapline.db') })
  expect(database.run('DELETE FROM quotes')).toBe(1)
  database.close()

  for (const words of [
    ['swap', id, '-a', 'dev1', '-y'],
    ['swap', id.slice(0, 8), '-a', 'dev1', '-y'],
    ['approve', id, '-a', 'dev1', '-y'],
  ]) {
    const screen = (await user.run(words)).stderr.replace(/\s+/g, ' ')
    expect.soft(screen, words.join(' ')).not.toContain('Nothing was sent')
    expect.soft(errorOf(await user.run([...words, '-o', 'json'])), words.join(' ')).toMatchObject({ sent: true })
  }
})

/**
 * WRONG: `swap <quote>` that has signed only its approval, which waits or is mined, is denied by the same command once it is
 * refused early: «Nothing was sent.», `"sent": false`, although an approval of this very command is at a node.
 * LOSES: a user (or a script) reads that nothing is in flight, and leaves a pending approval and its allowance behind, or
 * swaps by another way on top of it. Severity: high (a false «Nothing was sent» about the command's own transaction).
 * CAUSE: src/cli/request/name-earlier.ts, `findOfQuote`: of 'swap' it looks for the bare id of the quote. That finds an
 * intent by its bound trade (`intents.quote_id`), which is bound at the signature of the swap only. Until then the intent
 * has but its key, `quote:<id>`, which is looked for nowhere (`toQuoteFailure` does: `journal.find(quoteKey(id))`).
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

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

test.each([
  ['by its id', (id: string) => id],
  ['by its first characters', (id: string) => id.slice(0, 8)],
])('swap of a quote once more, refused, while its approval waits: %s', async (_, toWord) => {
  const user = fixture.createHostedUser()
  const account = _ === 'by its id' ? 'dev1' : 'dev2'
  expect((await user.run(['swap', '1', 'ETH', 'USDC', '-a', account, '-y'])).code).toBe(0)
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', account, '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  const first = errorOf(await user.run(['swap', id, '-a', account, '-y', '--timeout', '8s', '-o', 'json']))
  expect(first).toMatchObject({ code: 'PENDING', sent: true })
  expect(first.message).toContain('The approval was SENT')
  expect(await fixture.chain.rpc('eth_getTransactionCount', findDevAddress(account), 'pending')).toBe('0x2')

  const words = ['swap', toWord(id), '-a', 'nobody', '-y']
  expect.soft((await user.run(words)).stderr.replace(/\s+/g, ' ')).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
})

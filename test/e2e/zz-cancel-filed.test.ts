/**
 * WRONG: `tx cancel <quote>` and `tx speedup <quote>` of a quote whose transaction went into a file say «The swap … has no
 * transaction. Nothing was sent.» and `"sent": false`, although the file was signed and sent elsewhere, and is mined. The
 * same command with `--max-gas` says «Whether anything was sent is unknown.»
 * LOSES: who wants to stop a file that is out reads that it was never sent, and swaps again: it is sold twice.
 * Severity: high (a false «Nothing was sent»).
 * CAUSE: src/app/trade/replace.ts, `nothingPending`: `USAGE` without `sent` for an intent without transactions, also if
 * `isFiled(intent)`; nothing names the intent to the interruption before (`dialogue.tell` comes later).
 */
import { join } from 'node:path'
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

test.each(['cancel', 'speedup'])('tx %s of a quote whose file was signed and sent elsewhere', async (action) => {
  const account = action === 'cancel' ? 'dev1' : 'dev2'
  const user = fixture.createHostedUser()
  const elsewhere = fixture.createHostedUser()
  const asked = ['quote', '1', 'ETH', 'USDC', '-a', account, '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  const [unsigned, signed] = [join(user.home, 'unsigned.json'), join(user.home, 'signed.json')]
  parseData(await user.run(['tx', 'build', id, '-a', account, '--out', unsigned, '-o', 'json']))
  parseData(await elsewhere.run(['tx', 'sign', unsigned, '--out', signed, '-y', '-o', 'json']))
  parseData(await elsewhere.run(['tx', 'send', signed, '-o', 'json']))
  expect(await fixture.countSentBy(account)).toBe(1)

  const words = ['tx', action, id, '-y']
  expect.soft((await user.run(words)).stderr.replace(/\s+/g, ' ')).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ sent: true })
})

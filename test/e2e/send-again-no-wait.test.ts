/**
 * WRONG: a file was sent with `tx send --no-wait`; the node dropped it, and another transaction of the account used its
 * nonce and is mined. `tx send --no-wait` once more ends with exit 0 and «submitted»: no endpoint is asked, the answer of
 * the first run counts for good. `swap --no-wait` once more looks first (`lookAndRebroadcast`).
 * LOSES: a script that repeats the command to learn whether the swap is under way is told so for ever: a false success of a
 * swap that cannot happen. Severity: medium.
 * CAUSE: src/app/trade/offline/send.ts, `sendOrLook`: what was broadcast once is returned as the journal has it, and
 * `requireAccepted` (src/app/trade/steps/accepted.ts) takes old evidence for a fresh answer.
 */
import { join } from 'node:path'
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

test('tx send --no-wait once more, of a file whose nonce another transaction has used', async () => {
  const user = fixture.createHostedUser()
  const file = join(user.home, 'signed.json')
  const from = findDevAddress('dev1')
  parseData(
    await user.run(['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--sign-only', '--out', file, '-o', 'json']),
  )
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['tx', 'send', file, '--no-wait', '-o', 'json']
  const { tx } = parseData<{ tx: { hash: string } }>(await user.run(words))
  await fixture.chain.rpc('anvil_dropTransaction', tx.hash)
  await fixture.chain.rpc('eth_sendTransaction', { from, to: from, value: '0x1', nonce: '0x0' }) // of another program
  await fixture.chain.rpc('evm_mine')
  expect(await fixture.chain.rpc('eth_getTransactionCount', from, 'latest')).toBe('0x1')
  expect(await fixture.chain.rpc('eth_getTransactionReceipt', tx.hash)).toBeNull()

  const again = await user.run(words)
  expect(again.code).not.toBe(0)
  expect(errorOf(again).code).toBe('REPLACED')
})

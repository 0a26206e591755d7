/**
 * WRONG: `swap <quote>` or `approve <quote>` has an approval waiting at a node. `tx cancel <quote>` and `tx speedup <quote>`,
 * whose help takes a quote, say «There is no swap, quote or transaction …. Nothing was sent.» and `"sent": false`, while
 * `status <quote>` says «Only its approval was signed and sent.»
 * LOSES: who wants to stop the approval cannot, and reads that nothing is in flight; it is mined, and the router keeps the
 * allowance. Severity: medium to high (a false «Nothing was sent»).
 * CAUSE: src/app/trade/replace.ts, `replaceTransaction`: `journal.find(reference)` alone. An intent is found by its quote
 * only once its trade is bound, at the signature of the swap; before that by the keys `quote:<id>` and `approve:<id>`
 * (src/store/journal/find-intent.ts), as `listApprovals` of src/cli/request/remote-status.ts looks for it.
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
  { account: 'dev1', first: 'swap' },
  { account: 'dev2', first: 'approve' },
])('tx cancel and tx speedup of a quote whose approval waits, by $first', async ({ account, first }) => {
  const user = fixture.createHostedUser()
  expect((await user.run(['swap', '1', 'ETH', 'USDC', '-a', account, '-y'])).code).toBe(0)
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', account, '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  const begun = errorOf(await user.run([first, id, '-a', account, '-y', '--timeout', '8s', '-o', 'json']))
  expect(begun).toMatchObject({ code: 'PENDING', sent: true })
  expect(await fixture.chain.rpc('eth_getTransactionCount', findDevAddress(account), 'pending')).toBe('0x2')

  for (const action of ['speedup', 'cancel']) {
    const ran = await user.run(['tx', action, id, '-y', '--no-wait', '-o', 'json'])
    const { error } = JSON.parse(ran.stdout)
    expect.soft(error ?? { sent: true }, action).toMatchObject({ sent: true })
    expect.soft(error?.code, action).not.toBe('SWAP_NOT_FOUND')
  }
})

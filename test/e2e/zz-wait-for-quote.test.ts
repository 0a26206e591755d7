/**
 * WRONG: `tx wait` takes «a swap, quote, transaction hash, …». Of a quote whose approval was sent and waits at a node, it says
 * «There is no swap, quote or transaction …» and ends with 6, as for a mistyped word; `status`, `tx speedup` and `tx cancel` of the
 * same quote know it.
 * LOSS: a script that waits for what it sent is told that it does not exist, and sends again.
 * CAUSE: src/cli/commands/tx/wait.ts:37-43 (`trader.status` alone, where its neighbours ask `findSigned`; what is no hash is
 * thrown as not found, whether or not there is such a quote).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('tx wait of a quote whose approval waits', async () => {
  const user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '50', 'USDC', 'ETH', '-a', 'dev1', '-o', 'json']))
  await fixture.chain.rpc('evm_setAutomine', false)
  parseData(await user.run(['approve', id, '-a', 'dev1', '-y', '--no-wait', '-o', 'json']))
  const waited = await user.run(['tx', 'wait', id, '--timeout', '5s', '-o', 'json'])
  expect.soft(errorOf(waited)).toMatchObject({ code: 'PENDING' })
  await fixture.chain.rpc('evm_mine')
  expect((await user.run(['tx', 'wait', id, '-o', 'json'])).code).toBe(0)
})

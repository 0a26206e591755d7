/** A node that answers `eth_sendRawTransaction` with the hash of another transaction has not got ours. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

test('a node that answers with the hash of another transaction has not accepted ours', async () => {
  const user = fixture.createHostedUser()
  const foreign = { jsonrpc: '2.0', result: `0x${'66'.repeat(32)}` } as const
  const proxy = await fixture.addProxy([
    { method: 'eth_sendRawTransaction', fault: { kind: 'withhold', answer: ({ id }) => ({ ...foreign, id }) } },
  ])
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--no-wait', '-o', 'json']
  const ran = await user.run(words, { rpc: proxy.url })
  expect(await fixture.chain.rpc('eth_getTransactionCount', findDevAddress('dev1'), 'pending')).toBe('0x0')
  expect(ran.code).toBe(13)
  expect(errorOf(ran)).toMatchObject({ code: 'OUTCOME_UNKNOWN', sent: true })
})

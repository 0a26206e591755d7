/**
 * Every node dropped a swap that waited. The user pays somebody by another wallet, whose transaction waits with the same nonce.
 * `swap --id` or `status --watch` of the old swap then sends its bytes again, by themselves, and with their higher fees push the
 * payment out, without a word: it is never made, and the swap that was given up is.
 * Cause: src/app/trade/steps/rebroadcast.ts:106 (`mustYield` knows the rivals of the journal alone; no endpoint is asked whether a
 * transaction waits on the nonce, as src/app/trade/steps/send.ts:186 asks for `--nonce`).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('a dropped swap that is looked up does not push out what another program has waiting on its nonce', async () => {
  const user = fixture.createHostedUser()
  const { rpc } = fixture.chain
  await rpc('evm_setAutomine', false)
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--id', 'salary', '-o', 'json']
  const first = JSON.parse((await user.run([...words, '--no-wait'])).stdout)
  await rpc('anvil_dropTransaction', first.data.tx.hash)
  const [from, to] = [findDevAddress('dev1'), findDevAddress('dev2')]
  const payment = await rpc<string>('eth_sendTransaction', { from, to, value: '0x1', gasPrice: '0x3b9aca00', nonce: '0x0' })
  expect(await rpc('eth_getTransactionCount', from, 'pending')).toBe('0x1')

  await user.run([...words, '--timeout', '8s'])
  await rpc('evm_mine')
  expect(await rpc<object>('eth_getTransactionReceipt', payment)).toMatchObject({ status: '0x1' })
})

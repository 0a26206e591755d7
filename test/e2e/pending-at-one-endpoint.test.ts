/**
 * Another wallet's payment waits with nonce 0: the second of two endpoints shows it, the first one has not heard of it. A swap
 * with higher fees would push it out with nonce 0, and with nonce 1 be stuck if the second endpoint is wrong: the user decides.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RpcResponse } from '../chain/faults.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('a swap does not push out a payment that one of two endpoints shows waiting, and may follow it', async () => {
  const user = fixture.createHostedUser()
  const { rpc, url } = fixture.chain
  await rpc('evm_setAutomine', false)
  const [from, to] = [findDevAddress('dev1'), findDevAddress('dev2')]
  const payment = await rpc<string>('eth_sendTransaction', {
    from,
    to,
    value: '0x1',
    gasPrice: '0x3b9aca00',
    nonce: '0x0',
  })
  const none = (real: RpcResponse): RpcResponse => ({ ...real, result: '0x0' })
  const behind = await fixture.addProxy([{ method: 'eth_getTransactionCount', fault: { kind: 'forge', answer: none } }])

  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--no-wait', '--rpc-url', url, '-o', 'json']
  const refused = JSON.parse((await user.run(words, { rpc: behind.url })).stdout).error
  expect(refused).toMatchObject({ code: 'NONCE_TAKEN', sent: false })
  expect(refused.fix[0]).toBe('wait until it is mined; a swap may follow it by --nonce 1')
  const pushing = JSON.parse((await user.run([...words, '--nonce', '0'], { rpc: behind.url })).stdout).error
  expect(pushing).toMatchObject({ code: 'NONCE_TAKEN', sent: false })
  const swapped = JSON.parse((await user.run([...words, '--nonce', '1'], { rpc: behind.url })).stdout)
  await rpc('evm_mine')
  expect(swapped.data?.tx?.nonce).toBe(1)
  expect(await rpc<object>('eth_getTransactionReceipt', payment)).toMatchObject({ status: '0x1' })
})

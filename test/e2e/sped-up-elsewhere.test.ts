/**
 * A swap waits, and another wallet of the same key sends the very same call with the same nonce and higher fees, which is
 * mined, and sells. A script that goes by `sent: false` would swap again.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from './expect-refusal.ts'
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

interface Call {
  readonly to: string
  readonly input: string
  readonly value: string
  readonly gas: string
  readonly nonce: string
  readonly maxFeePerGas: string
}

test('a swap whose very call another wallet sent with higher fees was sent, and sold', async () => {
  const user = fixture.createHostedUser()
  const from = findDevAddress('dev1')
  const rpc = fixture.chain.rpc
  await rpc('evm_setAutomine', false)
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--id', 'salary', '-o', 'json']
  const { tx } = parseData<{ tx: { hash: string } }>(await user.run([...words, '--no-wait']))
  const { to, input, value, gas, nonce, maxFeePerGas } = await rpc<Call>('eth_getTransactionByHash', tx.hash)
  const fee = `0x${(BigInt(maxFeePerGas) * 3n).toString(16)}`
  const call = { from, to, data: input, value, gas, nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  const other = await rpc<string>('eth_sendTransaction', call)
  await rpc('anvil_mine', '0x20')
  expect(await rpc<object>('eth_getTransactionReceipt', other)).toMatchObject({ status: '0x1' }) // it sold
  expect(await rpc('eth_getTransactionReceipt', tx.hash)).toBeNull()

  const { error } = JSON.parse((await user.run(words)).stdout)
  expect(error?.sent ?? true).toBe(true)
  expect(error?.message ?? '').not.toContain('can no longer be mined')
})

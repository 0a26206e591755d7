/**
 * A revocation of several waits, and the user speeds it up in another wallet: the very same call is mined and takes the allowance
 * back. The program knows that it was the same call, and tells the allowance as it was before: `after: 100`, which nobody read
 * on the chain; there it is 0.
 * Cause: src/app/trade/allowance/revoke.ts:148 (`after: known.allowance` for every failure after the signature; nothing is read
 * back for `replacedBy.sameCall`).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

interface Call {
  readonly from: string
  readonly to: string
  readonly input: string
  readonly gas: string
  readonly nonce: string
  readonly maxFeePerGas: string
}

test('an allowance that another wallet has taken back by the same call is told as 0', async () => {
  const user = fixture.createUser()
  const { rpc } = fixture.chain
  const from = findDevAddress('dev2')
  const pending = () => rpc('eth_getTransactionCount', from, 'pending')
  for (const token of ['USDC', 'DAI']) expect((await user.run(['approve', token, '100', '-a', 'dev2', '-y'])).code).toBe(0)
  await rpc('evm_setAutomine', false)
  const running = await user.start(['revoke', 'USDC', 'DAI', '-a', 'dev2', '-y', '-o', 'json'])
  await vi.waitUntil(async () => (await pending()) === '0x3', { timeout: 60_000 })
  const { transactions } = await rpc<{ transactions: readonly Call[] }>('eth_getBlockByNumber', 'pending', true)
  const waiting = transactions.find((one) => one.from.toLowerCase() === from)
  if (waiting === undefined) throw new Error('nothing waits')
  const fee = `0x${(BigInt(waiting.maxFeePerGas) * 3n).toString(16)}`
  const { to, input, gas, nonce } = waiting
  await rpc('eth_sendTransaction', { from, to, data: input, gas, nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee })
  await rpc('anvil_mine', '0x20')
  await rpc('evm_setAutomine', true)
  const { data } = JSON.parse((await running.ended).stdout)
  const given = JSON.parse((await user.run(['allowances', 'USDC', '-a', 'dev2', '-o', 'json'])).stdout)
  expect(given.data.allowances[0].allowance.raw).toBe('0')
  expect(data.revocations[0].after).toBe('0')
})

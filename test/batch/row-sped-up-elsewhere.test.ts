/**
 * The swap of a batch's row waits, and the user speeds it up in another wallet of the same key: the very same call, with the
 * same nonce and higher fees, is mined and sells. The row is done, and keeps its id: the same file again does not sell again.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, findDevAddress, startCliFixture } from '../e2e/fixture.ts'
import { readTransactions, reportOf, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

interface Call {
  readonly from: string
  readonly to: string
  readonly input: string
  readonly value: string
  readonly gas: string
  readonly nonce: string
  readonly maxFeePerGas: string
}

test('a row whose very call another wallet sent with higher fees is not swapped once more', async () => {
  const user = fixture.createUser()
  const { rpc } = fixture.chain
  const row = { id: 'a', network: 'sandbox', sell: 'ETH', amount: '0.01', buy: 'USDC', account: 'dev1' }
  const words = ['batch', 'run', writeOrders(user, [row]), '-y', '-o', 'json']
  await rpc('evm_setAutomine', false)
  const running = await user.start(words)
  const from = findDevAddress('dev1')
  await vi.waitUntil(async () => (await rpc('eth_getTransactionCount', from, 'pending')) === '0x1', { timeout: 60_000 })

  const { transactions } = await rpc<{ transactions: readonly Call[] }>('eth_getBlockByNumber', 'pending', true)
  const swap = transactions.find((one) => one.from.toLowerCase() === from)
  if (swap === undefined) throw new Error('no swap waits')
  const fee = `0x${(BigInt(swap.maxFeePerGas) * 3n).toString(16)}`
  const { to, input, value, gas, nonce } = swap
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  await rpc('eth_sendTransaction', { from, to, data: input, value, gas, nonce, ...fees })
  await rpc('anvil_mine', '0x20')
  expect((await readTransactions(rpc, 'dev1')).swaps).toMatchObject([{ ok: true, amountIn: 10n ** 16n }]) // it sold
  expect.soft(reportOf(await running.ended).counts).toMatchObject({ done: 1, replaced: 0 })
  await rpc('evm_setAutomine', true)

  expect((await user.run(words)).stdout).toContain('DUPLICATE_ID')
  expect((await readTransactions(rpc, 'dev1')).swaps).toHaveLength(1)
})

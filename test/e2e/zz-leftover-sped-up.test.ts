/**
 * A swap of a token waits, and the user speeds it up in another wallet: the very same call is mined and takes all that was
 * approved for it. What the program tells of it afterwards: «The approval of 50 USDC that was sent for it was not used by
 * it», with the command to take it back, though the chain's allowance is 0 and the sale happened.
 * Cause: src/app/trade/allowance/recorded-leftover.ts:49 (`endedStages` has `replaced`, whatever `replacedBy.sameCall` says).
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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
  readonly from: string
  readonly to: string
  readonly input: string
  readonly value: string
  readonly gas: string
  readonly nonce: string
  readonly maxFeePerGas: string
}

/** Sends what the account has waiting with three times the fee, as another wallet of the same key does, and mines it. */
async function speedUpElsewhere(from: string): Promise<void> {
  const { rpc } = fixture.chain
  const { transactions } = await rpc<{ transactions: readonly Call[] }>('eth_getBlockByNumber', 'pending', true)
  const waiting = transactions.find((one) => one.from.toLowerCase() === from)
  if (waiting === undefined) throw new Error('nothing waits')
  const fee = `0x${(BigInt(waiting.maxFeePerGas) * 3n).toString(16)}`
  const { to, input, value, gas, nonce } = waiting
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  await rpc('eth_sendTransaction', { from, to, data: input, value, gas, nonce, ...fees })
  await rpc('anvil_mine', '0x20')
}

test('of a sale whose very call another wallet sent, nothing is said to be left over', async () => {
  const user = fixture.createUser()
  const { rpc } = fixture.chain
  const from = findDevAddress('dev1')
  const words = ['swap', '50', 'USDC', 'ETH', '-a', 'dev1', '-y', '--id', 'salary', '-o', 'json']
  await rpc('evm_setAutomine', false)
  const running = await user.start([...words, '--no-wait'])
  await vi.waitUntil(async () => (await rpc('eth_getTransactionCount', from, 'pending')) === '0x1', { timeout: 60_000 })
  await rpc('evm_mine') // the approval
  await vi.waitUntil(async () => (await rpc('eth_getTransactionCount', from, 'pending')) === '0x2', { timeout: 60_000 })
  await running.ended
  await speedUpElsewhere(from)

  const again = await user.run(words)
  const allowances = JSON.parse((await user.run(['allowances', 'USDC', '-a', 'dev1', '-o', 'json'])).stdout)
  expect(allowances.data.allowances[0].allowance.raw).toBe('0')
  expect(JSON.parse(again.stdout).error.leftover).toBeUndefined()
})

/**
 * WRONG: a row of a batch whose very call another wallet of the same key sent with higher fees counts as `replaced`, «it can no
 * longer succeed», though it succeeded: the recipient was paid. A row id is then free at once, so the same file run again
 * pays once more, although a row is promised to be refused for 30 days after its swap.
 * LOSS: the whole amount of the row, once more.
 * CAUSE: src/domain/trade/batch/state.ts:46-50 (`replaced` without a look at `replacedBy.sameCall`), and with it
 * src/app/trade/batch/start.ts:239-244 (`isTaken`: a final `replaced` row is not taken).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, findDevAddress, startCliFixture } from '../e2e/fixture.ts'
import { readTransactions, reportOf, writeOrders } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

interface Call {
  readonly hash: string
  readonly to: string
  readonly input: string
  readonly value: string
  readonly gas: string
  readonly nonce: string
  readonly maxFeePerGas: string
}

async function findWaiting(from: string): Promise<Call> {
  for (;;) {
    const { pending } = await fixture.chain.rpc<{ pending: Record<string, Record<string, Call>> }>('txpool_content')
    const [one] = Object.entries(pending).flatMap(([sender, all]) =>
      sender.toLowerCase() === from ? Object.values(all) : [],
    )
    if (one !== undefined) return one
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('the same file once more does not pay again what another wallet sped up', async () => {
  const user = fixture.createUser()
  const from = findDevAddress('dev1')
  const rpc = fixture.chain.rpc
  const row = { id: 'salary', network: 'sandbox', sell: 'ETH', amount: '1', buy: 'USDC', account: 'dev1' }
  const words = ['batch', 'run', writeOrders(user, [row]), '-y']
  await rpc('evm_setAutomine', false)
  const { ended } = await user.start([...words, '-o', 'json'])
  const { to, input, value, gas, nonce, maxFeePerGas, hash } = await findWaiting(from)
  const fee = `0x${(BigInt(maxFeePerGas) * 3n).toString(16)}`
  const call = { from, to, data: input, value, gas, nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  const other = await rpc<string>('eth_sendTransaction', call)
  await rpc('anvil_mine', '0x20')
  await rpc('evm_setAutomine', true)
  expect(await rpc<object>('eth_getTransactionReceipt', other)).toMatchObject({ status: '0x1' }) // it paid
  expect(await rpc('eth_getTransactionReceipt', hash)).toBeNull()
  const first = reportOf(await ended)
  expect.soft(first.rows[0]?.state).not.toBe('replaced')

  const again = await user.run([...words, '-o', 'json'])
  expect.soft(again.stdout).toContain('DUPLICATE_ID')
  expect((await readTransactions(rpc, 'dev1')).swaps.map(({ amountIn, ok }) => [amountIn, ok])).toEqual([
    [10n ** 18n, true],
  ])
})

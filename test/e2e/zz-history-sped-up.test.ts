/**
 * A swap waits, and the user speeds it up in another wallet: the very same call is mined and sells 1 ETH. For good, the history
 * calls it replaced, counts nothing as sold, and says that no gas was paid at all, as a whole sum.
 * Cause: src/domain/journal/history.ts:40 and :58 (`replaced` is failed, and its gas left out, whatever `replacedBy.sameCall` says;
 * the receipt of the transaction that made the call is never read).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
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

test('a sale that another wallet sent by the very same call is not left out of the history', async () => {
  const user = fixture.createHostedUser()
  const from = findDevAddress('dev1')
  const { rpc } = fixture.chain
  await rpc('evm_setAutomine', false)
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--no-wait', '-o', 'json']
  const { swapId, tx } = parseData<{ swapId: string; tx: { hash: string } }>(await user.run(words))
  const { to, input, value, gas, nonce, maxFeePerGas } = await rpc<Call>('eth_getTransactionByHash', tx.hash)
  const fee = `0x${(BigInt(maxFeePerGas) * 3n).toString(16)}`
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  const other = await rpc<string>('eth_sendTransaction', { from, to, data: input, value, gas, nonce, ...fees })
  await rpc('anvil_mine', '0x20')
  expect(await rpc<object>('eth_getTransactionReceipt', other)).toMatchObject({ status: '0x1' }) // it sold
  await user.run(['status', swapId])
  const { stdout } = await user.run(['history'])
  const { entries } = parseData<{ entries: { state: string; gasPaid: { raw: string } | null }[] }>(
    await user.run(['history', '-o', 'json']),
  )
  expect.soft(entries[0]?.state).not.toBe('failed')
  expect.soft(entries[0]?.gasPaid?.raw).not.toBe('0')
  expect(stdout).toMatch(/TOTAL[^]*ETH +sandbox +1\b/)
})

/**
 * WRONG: a swap waits, and the user speeds it up with another wallet of the same key (or with `tx speedup` on another machine
 * that has its file): the very same call, same nonce, higher fees. That one is mined, and sells. Here the swap ends as
 * REPLACED, «the swap can no longer be mined», `"sent": false`, and `history` counts it as failed.
 * LOSES: a script that goes by `sent: false` swaps again: sold twice; the history and limits of a day lack a real sale.
 * Severity: medium to high (a false failure, `sent` is false of a call that was made).
 * CAUSE: src/chain/tx/nonce-search.ts returns the hash alone, and src/domain/journal/evidence.ts, `concludeNonceUsed`, takes
 * every foreign hash for another transaction; to, data and value of the one in the block are at hand there. The service
 * follows such a swap (src/app/swaps/sped-up.test.ts). src/domain/journal/outcome.ts, `toStepFailure`: `sent` of it is false.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

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

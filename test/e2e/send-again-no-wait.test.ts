/** `tx send --no-wait` repeated tells what became of the file since, not what a node said when it was first given it. */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
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

test('tx send --no-wait once more, of a file whose nonce another transaction has used', async () => {
  const user = fixture.createHostedUser()
  const file = join(user.home, 'signed.json')
  const from = findDevAddress('dev1')
  parseData(
    await user.run(['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--sign-only', '--out', file, '-o', 'json']),
  )
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['tx', 'send', file, '--no-wait', '-o', 'json']
  const { tx } = parseData<{ tx: { hash: string } }>(await user.run(words))
  await fixture.chain.rpc('anvil_dropTransaction', tx.hash)
  await fixture.chain.rpc('eth_sendTransaction', { from, to: from, value: '0x1', nonce: '0x0' }) // of another program
  await fixture.chain.rpc('evm_mine')
  expect(await fixture.chain.rpc('eth_getTransactionCount', from, 'latest')).toBe('0x1')
  expect(await fixture.chain.rpc('eth_getTransactionReceipt', tx.hash)).toBeNull()

  const again = await user.run(words)
  expect(again.code).not.toBe(0)
  expect(errorOf(again).code).toBe('REPLACED')
})

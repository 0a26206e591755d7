/**
 * `--max-fee` is the price of a unit of gas of all that a swap signs: with a base fee of 20 gwei, neither the swap nor its approval
 * pays more than the 15 that are named.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

interface Mined {
  readonly from: string
  readonly hash: string
}

test('the approval of a swap is signed for no more than --max-fee', async () => {
  const user = fixture.createHostedUser()
  const { rpc } = fixture.chain
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${(20n * 10n ** 9n).toString(16)}`)
  await rpc('evm_mine')
  const words = ['swap', '50', 'USDC', 'ETH', '-a', 'dev1', '-y', '--max-fee', '15', '--no-wait', '--timeout', '20s']
  await user.run([...words, '-o', 'json'])
  const prices: bigint[] = []
  const head = Number(await rpc<string>('eth_blockNumber'))
  for (let block = 1; block <= head; block++) {
    const at = `0x${block.toString(16)}`
    const { transactions } = await rpc<{ transactions: readonly Mined[] }>('eth_getBlockByNumber', at, true)
    for (const { from, hash } of transactions) {
      if (from.toLowerCase() !== findDevAddress('dev1')) continue
      const { effectiveGasPrice } = await rpc<{ effectiveGasPrice: string }>('eth_getTransactionReceipt', hash)
      prices.push(BigInt(effectiveGasPrice))
    }
  }
  expect(prices.filter((price) => price > 15n * 10n ** 9n)).toEqual([])
})

/**
 * `--max-fee` says «maximum price per unit of gas, instead of the node's suggestion», but the approval that the swap sends first
 * is signed at the node's suggestion: with a base fee of 20 gwei, `swap 50 USDC ETH --max-fee 15 -y` pays 20 gwei a unit for
 * its approval, and then signs a swap of 15 gwei, which waits until it is void. The user has paid above the ceiling, for an
 * allowance that is left over.
 * Cause: src/app/trade/allowance/approve.ts:151 (`completePayload(chain, call)` without the request's fees) and :47
 * (`createCallBudget` by the network's highest price, whatever `--max-fee` names).
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
  const swapped = await user.run([...words, '-o', 'json'])
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

/** One endpoint traces a fill that there was none of: the owner paid nothing, so the order was not executed. */
import { Interface } from 'ethers'
import { afterEach, expect, test } from 'vitest'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { type Lane, openLane, relayer, usd } from '../relay/lane.ts'
import { usdc, weth } from './fixture.ts'
import { signQuote } from './gasless-client.ts'

let lane: Lane | undefined
let proxy: FaultProxy | undefined
afterEach(async () => {
  await lane?.close()
  await proxy?.close()
  lane = undefined
})

test('an order that its owner cancelled is no success by the trace of one endpoint', async () => {
  const endpoint = async (url: string) => {
    proxy = await startProxy(url)
    return [proxy.url, url]
  }
  lane = await openLane({ endpoint })
  const { client, mine, status } = lane
  const { provider, rich } = client
  const user = await client.createUser(usdc, usd(500))
  await client.setBalance(user.address, 10n ** 18n)
  await provider.send('evm_setAutomine', [false])
  const { body: quote } = await client.quote(user.address, usdc, usd(300))
  const { body: accepted } = await client.submit(await signQuote(user, quote))
  const [seen] = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as { input: string }[]
  const frame = { type: 'CALL', from: rich.address, to: quote.targetAddress, input: seen?.input, output: '0x' }
  const numbers = { value: '0x0', gas: '0x100000', gasUsed: '0x10000' }
  proxy?.rules([
    {
      method: 'debug_traceTransaction',
      fault: {
        kind: 'forge',
        answer: (real) =>
          real.result ? { ...real, result: { ...real.result, calls: [{ ...frame, ...numbers }] } } : real,
      },
    },
  ])
  const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 2n * 10n ** 11n, gasLimit: 100_000n }
  const cancel = new Interface(['function cancel(uint256,uint256)']).encodeFunctionData('cancel', [0, 1])
  const pay = new Interface(['function transfer(address,uint256)']).encodeFunctionData('transfer', [rich.address, 1n])
  const nonce = await provider.getTransactionCount(user.address)
  await user.sendTransaction({ nonce, to: quote.targetAddress, data: cancel, ...fees })
  await user.sendTransaction({ nonce: nonce + 1, to: usdc, data: pay, ...fees })
  await mine(2)
  await mine(2)
  await mine(1_000)
  await mine(2)
  expect(await client.call(usdc, 'balanceOf', user.address)).toBe(usd(500) - 1n)
  expect(await client.call(weth, 'balanceOf', user.address)).toBe(0n)
  expect(await status(accepted.id)).toBe('error reverted')
}, 120_000)

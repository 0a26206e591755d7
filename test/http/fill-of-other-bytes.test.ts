/** One endpoint gives other bytes of a fill than those that have its hash: the order is executed all the same. */
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

test('one endpoint of two that gives other bytes of the fill of another does not end its order as an error', async () => {
  const endpoint = async (url: string) => {
    proxy = await startProxy(url)
    return [proxy.url, url]
  }
  lane = await openLane({ endpoint })
  const { client, mine, status } = lane
  const { provider } = client
  const user = await client.createUser(usdc, usd(500))
  await provider.send('evm_setAutomine', [false])
  const { body: quote } = await client.quote(user.address, usdc, usd(300))
  const { body: accepted } = await client.submit(await signQuote(user, quote))
  const [seen] = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as { input: string }[]
  proxy?.rules([
    {
      method: 'eth_getTransactionByHash',
      fault: {
        kind: 'forge',
        answer: (real) => (real.result ? { ...real, result: { ...real.result, input: '0x12345678' } } : real),
      },
    },
  ])
  const held = await client.call(weth, 'balanceOf', user.address)
  const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 2n * 10n ** 11n, gasLimit: 1_000_000n }
  await client.rich.sendTransaction({ to: quote.targetAddress, data: seen?.input ?? '0x', ...fees })
  await mine(2)
  await mine(2)
  await mine(1_000)
  await mine(2)
  expect((await client.call(weth, 'balanceOf', user.address)) - held).toBeGreaterThan(0n)
  expect(await status(accepted.id)).toBe('success confirmed')
}, 120_000)

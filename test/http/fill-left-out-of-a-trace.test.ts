/** One endpoint leaves a fill out of its trace: the other one, the logs and the state of the nonce show it. */
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

test('one endpoint of two whose trace leaves the fill of another out does not end its order as an error', async () => {
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
  const forwarder = `0x${'f0'.repeat(20)}`
  const code = `0x365f5f375f5f365f5f73${quote.targetAddress.slice(2)}5af115602557005b5f5ffd`
  await provider.send('anvil_setCode', [forwarder, code])
  proxy?.rules([
    {
      method: 'debug_traceTransaction',
      fault: {
        kind: 'forge',
        answer: (real) => (real.result ? { ...real, result: { ...real.result, calls: [] } } : real),
      },
    },
  ])
  const held = await client.call(weth, 'balanceOf', user.address)
  const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 2n * 10n ** 11n, gasLimit: 1_000_000n }
  await client.rich.sendTransaction({ to: forwarder, data: seen?.input ?? '0x', ...fees })
  await mine(2)
  await mine(2)
  await mine(1_000)
  await mine(2)
  expect((await client.call(weth, 'balanceOf', user.address)) - held).toBeGreaterThan(0n)
  expect(await status(accepted.id)).toBe('success confirmed')
}, 120_000)

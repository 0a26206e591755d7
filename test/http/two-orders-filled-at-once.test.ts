/** Without traces, a fill inside of another call is told by what the owner paid, also where it paid for two orders. */
import { Interface } from 'ethers'
import { afterEach, expect, test } from 'vitest'
import { getNetworkEntry } from '#networks/find'
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

const batch = new Interface(['function aggregate3((address,bool,bytes)[]) payable returns ((bool,bytes)[])'])

test.each([
  ['alone', 1],
  ['together with another of its owner', 2],
])(
  'an order that another filled %s is a success, also where nothing is traced',
  async (_, count) => {
    const endpoint = async (url: string) => {
      proxy = await startProxy(url)
      return [proxy.url]
    }
    lane = await openLane({ endpoint })
    const { client, mine, status } = lane
    const { provider, rich } = client
    const user = await client.createUser(usdc, usd(1_000))
    await client.setBalance(user.address, 10n ** 18n)
    const quoted = async () => (await client.quote(user.address, usdc, usd(300))).body
    await client.send(usdc, 'approve', [(await quoted()).targetAddress, usd(1_000)], user)
    const quotes = []
    for (let i = 0; i < count; i++) quotes.push(await quoted())
    await provider.send('evm_setAutomine', [false])
    proxy?.rules([
      {
        method: 'debug_traceTransaction',
        fault: { kind: 'error', code: -32_601, message: 'the method does not exist' },
      },
    ])
    const ids: string[] = []
    for (const quote of quotes) {
      const { status: code, body } = await client.submit(await signQuote(user, quote))
      expect(code).toBe(200)
      ids.push(body.id)
    }
    const pending = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as {
      to: string
      input: string
    }[]
    expect(pending).toHaveLength(count)
    const held = await client.call(usdc, 'balanceOf', user.address)
    const data = batch.encodeFunctionData('aggregate3', [pending.map(({ to, input }) => [to, false, input])])
    const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 2n * 10n ** 11n, gasLimit: 2_000_000n }
    await rich.sendTransaction({ to: getNetworkEntry('sandbox').multicall, data, ...fees })
    await mine(2)
    await mine(2)
    await mine(1_000)
    await mine(2)
    expect(held - (await client.call(usdc, 'balanceOf', user.address))).toBe(usd(300) * BigInt(count))
    expect(await client.call(weth, 'balanceOf', user.address)).toBeGreaterThan(0n)
    expect(await Promise.all(ids.map(status))).toEqual(Array(count).fill('success confirmed'))
  },
  180_000,
)

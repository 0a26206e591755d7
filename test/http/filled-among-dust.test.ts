/** Anybody can send an account tokens: such transfers do not hide which transaction executed its order. */
import { Interface } from 'ethers'
import { afterEach, expect, test } from 'vitest'
import { type Lane, openLane, relayer, usd } from '../relay/lane.ts'
import { usdc, weth } from './fixture.ts'
import { signQuote } from './gasless-client.ts'

let lane: Lane | undefined
afterEach(async () => {
  await lane?.close()
  lane = undefined
})

test.each([
  ['nothing', 0],
  ['fifty-one pieces of dust', 51],
])(
  'an order that another filled by a contract is a success, with %s sent to its owner after it',
  async (_, dust) => {
    lane = await openLane()
    const { client, mine, status } = lane
    const { provider, rich } = client
    const user = await client.createUser(usdc, usd(500))
    await provider.send('evm_setAutomine', [false])
    const { body: quote } = await client.quote(user.address, usdc, usd(300))
    const { body: accepted } = await client.submit(await signQuote(user, quote))
    const [seen] = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as { input: string }[]
    const forwarder = `0x${'f0'.repeat(20)}`
    const code = `0x365f5f375f5f365f5f73${quote.targetAddress.slice(2)}5af115602557005b5f5ffd`
    await provider.send('anvil_setCode', [forwarder, code])
    const [sold, held] = [
      await client.call(usdc, 'balanceOf', user.address),
      await client.call(weth, 'balanceOf', user.address),
    ]
    const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 2n * 10n ** 11n }
    const first = await provider.getTransactionCount(rich.address)
    await rich.sendTransaction({
      nonce: first,
      to: forwarder,
      data: seen?.input ?? '0x',
      gasLimit: 1_000_000n,
      ...fees,
    })
    const piece = new Interface(['function transfer(address,uint256)']).encodeFunctionData('transfer', [
      user.address,
      1n,
    ])
    for (let i = 1; i <= dust; i++)
      await rich.sendTransaction({ nonce: first + i, to: usdc, data: piece, gasLimit: 100_000n, ...fees })
    await mine(2)
    await mine(2)
    await mine(1_000)
    await mine(2)
    expect(sold - (await client.call(usdc, 'balanceOf', user.address))).toBe(usd(300) - BigInt(dust))
    expect((await client.call(weth, 'balanceOf', user.address)) - held).toBeGreaterThan(0n)
    expect(await status(accepted.id)).toBe('success confirmed')
  },
  180_000,
)

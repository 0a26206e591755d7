/** An accepted order is followed to its end, whichever relayer account the service runs since. */
import { afterEach, expect, test, vi } from 'vitest'
import { wei } from '#domain/units'
import { type Lane, openLane, usd } from '../relay/lane.ts'
import { sandbox } from '../trade/fixture.ts'
import { usdc, weth } from './fixture.ts'
import { signQuote } from './gasless-client.ts'

let lane: Lane | undefined
afterEach(async () => {
  await lane?.close()
  lane = undefined
})

const caps = new Map([[sandbox, wei(10n ** 18n)]])

test.each([
  ['another account', { account: 'dev8', caps }],
  ['no relayer', undefined],
])(
  'an order that was executed ends, though the service runs %s since',
  async (_, relayer) => {
    lane = await openLane({ tickMs: 200 })
    const { client, api } = lane
    const { provider } = client
    const user = await client.createUser(usdc, usd(500))
    const { body: quote } = await client.quote(user.address, usdc, usd(300))
    await provider.send('evm_setAutomine', [false])
    const { body } = await client.submit(await signQuote(user, quote))
    expect(body.status).toBe('pending')
    await api.server.stop()
    const next = await api.startAnother({ relayer } as never)
    const before = await client.call(weth, 'balanceOf', user.address)
    const { timestamp } = (await provider.getBlock('latest')) ?? { timestamp: 0 }
    await provider.send('evm_setNextBlockTimestamp', [timestamp + 2])
    await provider.send('evm_mine', [])
    await provider.send('anvil_mine', ['0x40'])
    expect((await client.call(weth, 'balanceOf', user.address)) - before).toBeGreaterThan(0n)
    const told = async () => (await next.get('/user-manager/swap', { swapId: body.id })).body
    await vi.waitUntil(async () => (await told()).status !== 'pending', { timeout: 60_000, interval: 500 })
    const { status, substatus } = await told()
    expect([status, substatus]).toEqual(['success', 'confirmed'])
  },
  120_000,
)

/**
 * Wrong: an accepted order is followed only by a service that runs the very relayer account and cap it was accepted under. A
 * service that is started again with another relayer account, without a relayer, or without a cap for that network tells
 * `pending` for ever, though the order was executed and is final on the chain: neither the relayer (its loop visits the lanes of
 * its caps and its own account only) nor the tracker of swaps (it leaves out what a relayer has not ended) looks at it.
 * Loss: the owner was sold and paid, and is told that the order waits; an order that failed never ends either, so a client that
 * waits for an end to swap again waits for ever. Its reservation is never released.
 * Cause: src/relay/relayer.ts:71 and :82 (tick: `caps.keys()`, `laneOf(context)`), src/store/service/swap-record-store.ts:165
 * (findUnsettled), src/app/swaps/refresh-swap.ts:24 (`relayed === true`).
 */
import { afterEach, expect, test } from 'vitest'
import { type Lane, openLane, usd } from '../relay/lane.ts'
import { usdc, weth } from './fixture.ts'
import { signQuote } from './gasless-client.ts'
import { sandbox } from '../trade/fixture.ts'
import { wei } from '#domain/units'

let lane: Lane | undefined
afterEach(async () => {
  await lane?.close()
  lane = undefined
})

const caps = new Map([[sandbox, wei(10n ** 18n)]])

test.each([
  ['the same account', { account: 'dev9', caps }], // green: shows that nothing else keeps it open
  ['another account', { account: 'dev8', caps }],
  ['no relayer', undefined],
])('an order that was executed ends, though the service runs %s since', async (_, relayer) => {
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
  await new Promise((resolve) => setTimeout(resolve, 20_000)) // longer than the poll of swaps takes
  const { body: told } = await next.get('/user-manager/swap', { swapId: body.id })
  expect([told.status, told.substatus]).toEqual(['success', 'confirmed'])
}, 120_000)

/** What dishonest relayers, forged words and unpaid deposits do, with Across's own pools and its HubPool. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Address, amount, gas, hex, seconds } from '#domain/units'
import { encodeMessage } from '#encoding/crossing/message'
import { type AcrossFixture, createAcrossFixture } from './across-fixture.ts'
import { createHub } from './hub.ts'

let fixture: AcrossFixture
beforeAll(async () => {
  fixture = await createAcrossFixture()
}, 120_000)
afterAll(() => fixture?.close())

const arrival = new Interface(['function handleV3AcrossMessage(address, uint256, address, bytes)'])

test('a relayer that pays before the other gains nothing by it, and no payment or message works twice', async () => {
  const { destination, quoteCrossing, submit, track, pay, received, leftovers } = fixture
  const call = await quoteCrossing()
  const sent = await submit(call)
  const [before, stranger] = [await received(), await destination.on.balance(destination.b, destination.stranger)]
  const first = await pay(sent.hash, {}, destination.stranger)
  expect([first.ok, (await pay(sent.hash)).ok]).toEqual([true, false])
  const state = await track(sent.hash)
  if (state.state !== 'success') throw new Error(state.state)
  expect(state.payment).toBe(first.hash)
  expect((await received()) - before).toBe(call.quoted)
  expect(stranger - (await destination.on.balance(destination.b, destination.stranger))).toBe(state.deposit.paid)

  // what the pool told the contract, told again by anyone, for the amount and for nothing
  for (const amountTold of [state.deposit.paid, 0n]) {
    const data = arrival.encodeFunctionData('handleV3AcrossMessage', [
      destination.b,
      amountTold,
      destination.stranger,
      state.deposit.message,
    ])
    const from = destination.stranger
    expect((await destination.on.send({ from, to: destination.crossing, data })).ok).toBe(false)
  }
  expect((await received()) - before).toBe(call.quoted)
  expect(await leftovers()).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
})

test('a relayer that pays other words with its own money loses it to them, and the deposit is paid all the same', async () => {
  const { destination, quoteCrossing, submit, track, pay, received, leftovers } = fixture
  const call = await quoteCrossing()
  const sent = await submit(call)
  const friend = destination.maker
  const message = encodeMessage({
    delivery: {
      router: destination.router,
      toAsset: destination.b,
      recipient: friend,
      amountOutMin: amount(1n),
      deadline: seconds(2 ** 32 - 1),
    },
    gas: gas(0n),
    route: hex('0x'),
  })
  const [before, gained] = [await received(), await destination.on.balance(destination.b, friend)]
  expect((await pay(sent.hash, { message, outputAmount: 5n }, destination.stranger)).ok).toBe(true)
  expect((await destination.on.balance(destination.b, friend)) - gained).toBe(5n)
  expect((await track(sent.hash)).state).toBe('bridging')
  expect((await pay(sent.hash)).ok).toBe(true)
  expect((await received()) - before).toBe(call.quoted)
  expect((await track(sent.hash)).state).toBe('success')
  expect(await leftovers()).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
})

test('an expired deposit is refunded through the hub, to the unit, and told from the source alone', async () => {
  const { source, quoteCrossing, submit, track, pay, advance } = fixture
  const refundTo = hex(`0x${'4ef0'.repeat(10)}`) as unknown as Address
  const hub = await createHub(source)
  const held = () => source.on.balance(source.b, refundTo)
  const refundOf = (amounts: readonly bigint[], owner = refundTo) =>
    hub.refund({ asset: source.b, to: amounts.map(() => owner), amounts })
  const expire = async () => {
    const sent = await submit(await quoteCrossing({ refundTo }))
    await advance(3700)
    const state = await track(sent.hash)
    if (state.state !== 'expired') throw new Error(state.state)
    return { hash: sent.hash, owed: state.deposit.amount }
  }

  const first = await expire()
  // a bundle that repays another address says nothing of this deposit
  expect((await refundOf([7n], source.filler)).paid.ok).toBe(true)
  expect((await track(first.hash)).state).toBe('expired')
  const { early, paid } = await refundOf([first.owed])
  expect([early.ok, paid.ok]).toEqual([false, true])
  expect(await held()).toBe(first.owed)
  expect(await track(first.hash)).toMatchObject({ state: 'refunded', refund: paid.hash })
  expect((await pay(first.hash)).ok).toBe(false)
  expect(await held()).toBe(first.owed)

  // two that are repaid in one sum, of which neither can be told without the other
  const [second, third] = [await expire(), await expire()]
  expect((await track(first.hash)).state).toBe('refunded')
  expect([(await track(second.hash)).state, (await track(third.hash)).state]).toEqual(['expired', 'expired'])
  const both = await refundOf([second.owed + third.owed])
  expect(await held()).toBe(first.owed + second.owed + third.owed)
  for (const { hash } of [second, third])
    expect(await track(hash)).toMatchObject({ state: 'refunded', refund: both.paid.hash })
}, 240_000)

/**
 * Crossings by Stargate V2, with its own contracts and LayerZero's: received = quoted to the unit, every state, and what
 * goes wrong. Verifiers and executor are the test's.
 */
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridge } from '#bridges/stargate/index'
import { readPoolQuote } from '#bridges/stargate/quote'
import { findSent } from '#bridges/stargate/track'
import type { CrossingState } from '#domain/crossing/bridge'
import { type Address, amount, evm, type Hex, hex, seconds } from '#domain/units'
import { stargateBridgeAbi } from '#encoding/contracts/stargate-bridge.gen'
import { decodeExecutionCall } from '#encoding/crossing/execution'
import { writeOutcome } from './record.ts'
import { endpointPart, poolPart, receiverPart, verify } from './stargate-contracts.ts'
import { createStargateFixture, recipient, type StargateFixture } from './stargate-fixture.ts'

const ours = new Interface(stargateBridgeAbi)
let fixture: StargateFixture
const gasUsed: Record<string, number> = {}
beforeAll(async () => {
  fixture = await createStargateFixture()
}, 240_000)
afterAll(() => {
  fixture?.close()
  writeOutcome('stargate-result.json', { gas: gasUsed })
})

const completionOf = (state: CrossingState) => {
  if (state.state !== 'bridging' || state.completion === undefined)
    throw new Error(`nothing to complete: ${state.state}`)
  return state.completion
}
/** By someone who has no part in it. */
const complete = (call: { to: Address; data: Hex }) =>
  fixture.destination.on.send({ from: fixture.destination.stranger, ...call })
const held = (token: 'b' | 'c', of: Address = recipient) =>
  fixture.destination.on.balance(fixture.destination[token], of)
const coins = async (of: Address) => BigInt(await fixture.source.chain.rpc<string>('eth_getBalance', of, 'latest'))
const leftovers = async () => {
  const sides = [fixture.source, fixture.destination]
  const holders = sides.flatMap((side) => [side.crossing, side.bridge].map((holder) => ({ side, holder })))
  const tokens = await Promise.all(holders.map(({ side, holder }) => side.on.balance(side.b, holder)))
  const native = holders.map(({ side, holder }) => side.chain.rpc<string>('eth_getBalance', holder, 'latest'))
  return [...tokens, ...(await Promise.all(native)).map(BigInt)]
}
const nothing = Array.from({ length: 8 }, () => 0n)

describe('crossings', () => {
  test('what is received is what was quoted, to the unit, and nothing stays in between', async () => {
    const { source, destination, quote, submit, track, deliver } = fixture
    const call = await quote()
    const [before, left] = [await held('c'), await coins(source.filler)]
    const sent = await submit(call)
    expect(sent.ok).toBe(true)
    gasUsed['swap and deposit'] = sent.gas
    // a tenth was brought beyond the message's price
    const back = (await coins(source.filler)) - left
    expect([back > 0n, back < call.value / 10n + 1n]).toEqual([true, true])
    expect(await track(hex(`0x${'1'.repeat(64)}`))).toEqual({ state: 'pending' })
    const waiting = await track(sent.hash)
    expect(waiting).toMatchObject({ state: 'bridging', deposit: { amount: call.deposited, paid: call.paid } })
    expect(waiting).not.toHaveProperty('completion')

    await deliver(sent.hash)
    const paid = await track(sent.hash)
    const [recovery] = bridge.listRecoveries(paid, destination.crossing, seconds(0))
    expect(recovery).toMatchObject({ action: 'complete', to: destination.endpoint, by: undefined, until: undefined })
    expect(decodeExecutionCall(completionOf(paid).data)).toMatchObject({ kind: 'compose', called: destination.bridge })
    const passed = await complete(completionOf(paid))
    gasUsed['passing on and swap'] = passed.gas
    expect((await held('c')) - before).toBe(call.quoted)
    expect(await track(sent.hash)).toMatchObject({ state: 'success', payment: passed.hash })
    expect(await leftovers()).toEqual(nothing)

    // what was passed on is not passed on again
    expect((await complete(completionOf(paid))).ok).toBe(false)
    expect((await held('c')) - before).toBe(call.quoted)
  })

  test('a verified message that nobody executes is received by anyone, from the source’s transaction alone', async () => {
    const { source, destination: d, quote, submit, track } = fixture
    const sent = await submit(await quote())
    const { header, payload } = await verify(source.contracts, d.contracts, sent.logs)
    expect(await track(sent.hash)).not.toHaveProperty('completion')
    const commit = receiverPart.abi.encodeFunctionData('commitVerification', [header, payload])
    expect((await d.on.send({ from: d.stranger, to: d.contracts.receiver, data: commit })).ok).toBe(true)
    const receiving = completionOf(await track(sent.hash))
    expect(decodeExecutionCall(receiving.data)).toMatchObject({ kind: 'receive', called: d.contracts.messaging })
    const received = await complete(receiving)
    expect(received.ok).toBe(true)
    gasUsed['Stargate’s payment'] = received.gas
    expect((await complete(receiving)).ok).toBe(false)
    expect((await complete(completionOf(await track(sent.hash)))).ok).toBe(true)
    expect((await track(sent.hash)).state).toBe('success')
  })

  test('Stargate itself pays a recipient for whom nothing is swapped', async () => {
    const { quote, submit, track, deliver } = fixture
    const call = await quote({ receiver: recipient })
    const [sent, before] = [await submit(call), await held('b')]
    expect(sent.ok).toBe(true)
    gasUsed['swap and deposit for the recipient'] = sent.gas
    await deliver(sent.hash)
    expect((await held('b')) - before).toBe(call.paid)
    expect((await track(sent.hash)).state).toBe('success')
  })

  test('a deposit beside Stargate’s own', async () => {
    const { source: s, destination: d, deliver } = fixture
    await s.on.run(s.user, s.b, 'approve', [s.contracts.pool, 2n ** 255n])
    const to = hex(`0x${recipient.slice(2).padStart(64, '0')}`)
    const param = [d.network.eid, to, 10n ** 9n, 1n, '0x', '0x', '0x']
    const value = 10n ** 14n
    const data = poolPart.abi.encodeFunctionData('sendToken', [param, [value, 0n], s.user])
    const sent = await s.on.send({ from: s.user, to: s.contracts.pool, data, value })
    expect(sent.ok).toBe(true)
    gasUsed['Stargate’s plain deposit'] = sent.gas
    const before = await held('b')
    await deliver(sent.hash)
    expect((await held('b')) - before).toBe(999_899_999n)
  })

  test('of two equal deposits, the payment of one is not taken for the other’s', async () => {
    const { quote, submit, track, deliver } = fixture
    const plain = { receiver: recipient }
    const [one, other] = [await submit(await quote(plain)), await submit(await quote(plain))]
    await deliver(one.hash) // the endpoint receives in the order of sending
    expect([(await track(one.hash)).state, (await track(other.hash)).state]).toEqual(['success', 'bridging'])
    await deliver(other.hash)
    expect((await track(other.hash)).state).toBe('success')
  })

  test('a swap that fails is kept, and released to its recipient', async () => {
    const { destination, quote, submit, track, deliver } = fixture
    const call = await quote({}, 10n ** 24n)
    const sent = await submit(call)
    await deliver(sent.hash)
    const passed = await complete(completionOf(await track(sent.hash)))
    gasUsed['passing on that is kept'] = passed.gas
    const state = await track(sent.hash)
    expect(state).toMatchObject({ state: 'partial', isOpen: true, claim: { token: destination.b, amount: call.paid } })
    const now = await destination.reader.now()
    const [retry, release] = bridge.listRecoveries(state, destination.crossing, now)
    expect([retry?.action, release?.action, release?.by]).toEqual(['retry', 'release', recipient])
    if (retry === undefined || release === undefined) throw new Error('nothing to do')
    expect((await complete(retry)).ok).toBe(false)
    expect((await complete(release)).ok).toBe(false)
    await destination.chain.rpc('anvil_impersonateAccount', recipient)
    await destination.chain.rpc('anvil_setBalance', recipient, '0xde0b6b3a7640000')
    const before = await held('b')
    expect((await destination.on.send({ from: recipient, to: release.to, data: release.data })).ok).toBe(true)
    expect((await held('b')) - before).toBe(call.paid)
    expect(await track(sent.hash)).toMatchObject({ state: 'partial', isOpen: false })
    expect(await leftovers()).toEqual(nothing)
  })
})

describe('what goes wrong', () => {
  test('a call with too little gas changes nothing: the payment waits, and anyone makes it again', async () => {
    const { destination: d, quote, submit, track, deliver } = fixture
    const call = await quote()
    const sent = await submit(call)
    await deliver(sent.hash)
    const completion = completionOf(await track(sent.hash))
    const request = { from: d.stranger, ...completion, gas: '0x55730' } // 350,000
    const failed = await d.chain.rpc<Hex>('eth_sendTransaction', request)
    expect((await d.reader.receipt(failed))?.status).toBe('reverted')
    expect(await d.on.balance(d.b, d.bridge)).toBe(call.paid)
    const before = await held('c')
    expect(completionOf(await track(sent.hash))).toEqual(completion)
    expect((await complete(completion)).ok).toBe(true)
    expect((await held('c')) > before).toBe(true)
    expect(await leftovers()).toEqual(nothing)
  })

  test.each([
    ['our contract, which passes it on', false],
    ['the recipient itself', true],
  ])('what the token refuses to pay to %s is held by the pool, which anyone has pay it later', async (_, isDirect) => {
    const { destination: d, quote, submit, track, deliver } = fixture
    const bar = async (name: 'blacklist' | 'unBlacklist') => {
      const data = new Interface([`function ${name}(address)`]).encodeFunctionData(name, [d.contracts.pool])
      expect((await d.on.send({ from: d.maker, to: d.b, data })).ok).toBe(true)
    }
    const call = await quote(isDirect ? { receiver: recipient } : {})
    const [token, gained] = isDirect ? (['b', call.paid] as const) : (['c', call.quoted] as const)
    const [sent, before] = [await submit(call), await held(token)]
    await bar('blacklist')
    await deliver(sent.hash)
    const waiting = await track(sent.hash)
    const repayment = completionOf(waiting)
    expect(repayment.to).toBe(d.contracts.pool)
    const called = isDirect ? recipient : d.bridge
    expect(decodeExecutionCall(repayment.data)).toMatchObject({ kind: 'repay', called })
    expect((await complete(repayment)).ok).toBe(false)
    expect(await track(sent.hash)).toEqual(waiting)
    await bar('unBlacklist')
    expect((await complete(repayment)).ok).toBe(true)
    expect((await complete(repayment)).ok).toBe(false)
    if (!isDirect) expect((await complete(completionOf(await track(sent.hash)))).ok).toBe(true)
    expect((await track(sent.hash)).state).toBe('success')
    expect((await held(token)) - before).toBe(gained)
    expect(await leftovers()).toEqual(nothing)
  })

  test('nobody else says what was paid', async () => {
    const { source, destination: d, quote, submit, track, deliver } = fixture
    const sent = await submit(await quote())
    await deliver(sent.hash)
    const waiting = await d.on.balance(d.b, d.bridge)
    const receipt = await source.reader.receipt(sent.hash)
    const guid = receipt && findSent(receipt, source, [d.network])?.guid
    const words = `${'0'.repeat(24)}${'1'.padStart(64, '0')}`
    const forged = hex(`0x${words}${'ff'.repeat(64)}`)
    const stranger = evm(d.stranger)
    const direct = ours.encodeFunctionData('lzCompose', [d.contracts.pool, guid, forged, stranger, '0x'])
    expect((await complete({ to: d.bridge, data: hex(direct) })).ok).toBe(false)
    const queued = endpointPart.abi.encodeFunctionData('sendCompose', [d.bridge, guid, 0, forged])
    expect((await complete({ to: d.endpoint, data: hex(queued) })).ok).toBe(true)
    for (const from of [stranger, d.contracts.pool]) {
      const values = [from, d.bridge, guid, 0, forged, '0x']
      const data = endpointPart.abi.encodeFunctionData('lzCompose', values)
      expect((await complete({ to: d.endpoint, data: hex(data) })).ok).toBe(false)
    }
    expect(await d.on.balance(d.b, d.bridge)).toBe(waiting)
    expect((await complete(completionOf(await track(sent.hash)))).ok).toBe(true)
  })

  // the last that is delivered: the endpoint receives nothing after a message that is not verified
  test('without its verifiers’ word no message is received', async () => {
    const { source, destination: d, quote, submit } = fixture
    const sent = await submit(await quote())
    const { header, call } = await verify(source.contracts, d.contracts, sent.logs)
    const commit = receiverPart.abi.encodeFunctionData('commitVerification', [header, hex(`0x${'ab'.repeat(32)}`)])
    expect((await complete({ to: d.contracts.receiver, data: hex(commit) })).ok).toBe(false)
    expect((await complete({ to: d.endpoint, data: hex(call) })).ok).toBe(false)
  })

  test('a message that is not paid for, and more than the path has credit for, leave the seller with everything', async () => {
    const { source: s, destination: d, quote, submit, track } = fixture
    const call = await quote()
    const before = await s.on.balance(s.a, s.user)
    const unpaid = await submit({ ...call, value: call.value / 2n })
    expect(unpaid.ok).toBe(false)
    expect(await track(unpaid.hash)).toEqual({ state: 'error' })
    const deposited = amount(2n * 10n ** 12n)
    const said = await readPoolQuote(s, s.contracts.pool, { toEid: d.network.eid, deposited })
    expect(said !== undefined && said.most < deposited).toBe(true)
    const huge = { fromAsset: s.b, amountIn: String(deposited), bridgeAmountMin: String(deposited) }
    const above = await submit({ ...(await quote(huge)), route: hex('0x') })
    expect(above.ok).toBe(false)
    expect(await s.on.balance(s.a, s.user)).toBe(before)
    expect(await leftovers()).toEqual(nothing)
  })

  test('a fee that rises by a basis point is paid; one that rises by more is refused', async () => {
    const { source: s, destination: d, quote, submit } = fixture
    const setFee = async (ppm: number) => {
      const values = [d.network.eid, 2n ** 60n, 2n ** 61n, ppm, ppm, ppm, 100]
      const data = new Interface([
        'function setFeeConfig(uint32,uint64,uint64,uint24,uint24,uint24,uint24)',
      ]).encodeFunctionData('setFeeConfig', values)
      expect((await s.on.send({ from: s.maker, to: s.contracts.fees, data })).ok).toBe(true)
    }
    const calls = [await quote(), await quote()]
    await setFee(190)
    expect((await submit(calls[0] as (typeof calls)[0])).ok).toBe(true)
    const call = await quote()
    await setFee(300)
    expect((await submit(call)).ok).toBe(false)
    await setFee(100)
  })

  test('a paused pool makes no offer', async () => {
    const { source: s, destination: d, quote, submit } = fixture
    const call = await quote()
    const pause = (paused: boolean) =>
      s.on.send({
        from: s.maker,
        to: s.contracts.pool,
        data: poolPart.abi.encodeFunctionData('setPause', [paused]),
      })
    expect((await pause(true)).ok).toBe(true)
    expect((await submit(call)).ok).toBe(false)
    expect((await pause(false)).ok).toBe(true)
    expect(await readPoolQuote(s, s.bridge, { toEid: d.network.eid, deposited: amount(1n) })).toBeUndefined()
  })
})

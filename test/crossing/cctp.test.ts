/**
 * Crossings by CCTP, with USDC's own code and doubles of Circle's contracts: received = quoted to the unit, every state,
 * and what goes wrong.
 */
import { id } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeCompletion } from '#bridges/cctp/complete'
import { bridge } from '#bridges/cctp/index'
import { decodeBurnMessage } from '#bridges/cctp/message'
import { tokenMessenger } from '#bridges/cctp/networks'
import type { CrossingState } from '#domain/crossing/bridge'
import { type Address, evm, type Hex, hex, seconds } from '#domain/units'
import { messageTransmitter } from '#encoding/crossing/completion'
import { attest, messengerDouble, transmitterDouble, wordOf } from './cctp-double.ts'
import { type CctpFixture, createCctpFixture, readSent, recipient } from './cctp-fixture.ts'
import { writeOutcome } from './record.ts'

let fixture: CctpFixture
const gasUsed: Record<string, number> = {}
beforeAll(async () => {
  fixture = await createCctpFixture()
}, 120_000)
afterAll(() => {
  fixture?.close()
  writeOutcome('cctp-result.json', { gas: gasUsed })
})

const completionOf = (state: CrossingState) => {
  if (state.state !== 'bridging' || state.completion === undefined)
    throw new Error(`nothing to complete: ${state.state}`)
  return state.completion
}
const complete = (call: { to: Address; data: Hex }) =>
  fixture.destination.on.send({ from: fixture.destination.stranger, ...call })
const held = (token: 'b' | 'c', of: Address = recipient) =>
  fixture.destination.on.balance(fixture.destination[token], of)
const leftovers = () =>
  Promise.all(
    [fixture.source, fixture.destination].flatMap((side) =>
      [side.crossing, side.bridge, tokenMessenger].map((holder) => side.on.balance(side.b, holder)),
    ),
  )
const nothing = [0n, 0n, 0n, 0n, 0n, 0n]

describe('crossings', () => {
  test('what is received is what was quoted, to the unit, by anyone’s completion, and nothing stays in between', async () => {
    const { source, destination, quote, submit, track, service } = fixture
    const call = await quote()
    const [sent, before] = [await submit(call), await held('c')]
    expect(sent.ok).toBe(true)
    gasUsed['swap and burn'] = sent.gas
    expect(await track(hex(`0x${'1'.repeat(64)}`))).toEqual({ state: 'pending' })
    service.filled = undefined
    const waiting = await track(sent.hash)
    expect(waiting).toMatchObject({ state: 'bridging', deposit: { amount: call.deposited, paid: call.paid } })
    expect(waiting).not.toHaveProperty('completion')

    service.filled = { fee: call.deposited - call.paid }
    const state = await track(sent.hash)
    const [recovery] = bridge.listRecoveries(state, destination.crossing, seconds(0))
    expect(recovery).toMatchObject({ action: 'complete', to: destination.bridge, by: undefined, until: undefined })
    const completed = await complete(completionOf(state))
    expect(completed.ok).toBe(true)
    gasUsed['completion and swap'] = completed.gas
    expect((await held('c')) - before).toBe(call.quoted)
    // without the service, from the chains alone
    for (const asked of [service.ask, async () => undefined])
      expect(await track(sent.hash, asked)).toMatchObject({ state: 'success', payment: completed.hash })
    expect(await leftovers()).toEqual(nothing)
    expect(
      bridge.findDeposit({ status: 'success', logs: [] }, { name: source.network.name, chainId: 1 }),
    ).toBeUndefined()

    // neither the same call nor the message itself is taken twice
    expect((await complete(completionOf(state))).ok).toBe(false)
    const { message, attestation } = attest(await readSent(source, sent.hash), service.filled)
    const again = transmitterDouble.encodeFunctionData('receiveMessage', [message, attestation])
    expect((await complete({ to: messageTransmitter, data: hex(again) })).ok).toBe(false)
    expect((await held('c')) - before).toBe(call.quoted)
  })

  test('a smaller fee than was agreed is the recipient’s gain', async () => {
    const { destination: d, quote, submit, track, service } = fixture
    const call = await quote()
    const [sent, before] = [await submit(call), await held('c')]
    service.filled = { fee: 1n }
    expect((await complete(completionOf(await track(sent.hash)))).ok).toBe(true)
    expect((await held('c')) - before).toBeGreaterThan(call.quoted)
    expect(await track(sent.hash)).toMatchObject({ state: 'success', deposit: { paid: call.deposited - 1n } })
    expect(await d.on.balance(d.b, evm(`0x${'fee5'.repeat(10)}`))).toBeGreaterThan(0n)
    expect(await leftovers()).toEqual(nothing)
  })

  test('without a fee it is attested when it is final, and can be for the recipient itself', async () => {
    const { source, quote, submit, track, service } = fixture
    const call = await quote({ receiver: recipient, bridgeRate: String(10n ** 18n) })
    const sent = await submit(call)
    gasUsed['swap and burn for the recipient'] = sent.gas
    const before = await held('b')
    expect(decodeBurnMessage(await readSent(source, sent.hash))).toMatchObject({
      minFinality: 2000,
      maxFee: 0n,
      to: recipient,
      caller: undefined,
    })
    service.filled = { finality: 2000 }
    const completion = completionOf(await track(sent.hash))
    expect(completion.to).toBe(messageTransmitter)
    const completed = await complete(completion)
    gasUsed['completion for the recipient'] = completed.gas
    expect((await held('b')) - before).toBe(call.deposited)
    expect(await track(sent.hash, async () => undefined)).toMatchObject({ state: 'success', payment: completed.hash })
  })

  test('of two equal burns, the payment of one is not taken for the other’s', async () => {
    const { source, quote, submit, track, service } = fixture
    const plain = { fromAsset: source.b, amountIn: '5000', bridgeAmountMin: '5000', amountOutMin: '5000' }
    const direct = { ...plain, receiver: recipient, bridgeRate: String(10n ** 18n) }
    const call = { ...(await quote(direct)), route: hex('0x') }
    const [one, other] = [await submit(call), await submit(call)]
    expect([one.ok, other.ok]).toEqual([true, true])
    service.filled = { finality: 2000 }
    const before = await held('b')
    expect((await complete(completionOf(await track(one.hash)))).ok).toBe(true)
    expect([(await track(one.hash)).state, (await track(other.hash)).state]).toEqual(['success', 'bridging'])
    expect((await complete(completionOf(await track(other.hash)))).ok).toBe(true)
    expect((await track(other.hash)).state).toBe('success')
    expect((await held('b')) - before).toBe(10_000n)
  })

  test('a swap that fails is kept, and released to its recipient', async () => {
    const { source, destination, quote, submit, track, service } = fixture
    const call = await quote({}, 10n ** 24n)
    const sent = await submit(call)
    service.filled = { fee: 7n }
    const completed = await complete(completionOf(await track(sent.hash)))
    gasUsed['completion that is kept'] = completed.gas
    const state = await track(sent.hash, async () => undefined)
    if (state.state !== 'partial') throw new Error(state.state)
    expect(state).toMatchObject({ isOpen: true, claim: { token: destination.b, amount: call.deposited - 7n } })
    const [retry, release] = bridge.listRecoveries(state, destination.crossing, await destination.reader.now())
    if (retry === undefined || release === undefined) throw new Error('nothing to do')
    expect((await complete(retry)).ok).toBe(false)
    expect((await complete(release)).ok).toBe(false)
    const start = await destination.reader.now()
    for (const { chain } of [source, destination]) {
      await chain.rpc('evm_setNextBlockTimestamp', start + 3700)
      await chain.rpc('evm_mine')
    }
    const before = await held('b')
    expect((await complete(release)).ok).toBe(true)
    expect((await held('b')) - before).toBe(call.deposited - 7n)
    expect(await track(sent.hash)).toMatchObject({ state: 'partial', isOpen: false })
    expect(await leftovers()).toEqual(nothing)
  })
})

test('a swap that failed is tried again once the price is back, and has succeeded by that', async () => {
  const { destination, quote, submit, track, service } = fixture
  const call = await quote({}, 1n)
  const sent = await submit(call)
  service.filled = { fee: call.deposited - call.paid }
  expect((await complete(completionOf(await track(sent.hash)))).ok).toBe(true)
  const state = await track(sent.hash)
  const [retry] = bridge.listRecoveries(state, destination.crossing, await destination.reader.now())
  if (retry?.action !== 'retry') throw new Error('nothing to try again')
  expect((await complete(retry)).ok).toBe(false)
  await destination.on.run(destination.user, destination.c, 'transfer', [destination.pairs.bc, 10n ** 20n])
  await destination.on.send({ from: destination.user, to: destination.pairs.bc, data: hex(id('sync()').slice(0, 10)) })
  const before = await held('c')
  const again = await complete(retry)
  expect(again.ok).toBe(true)
  expect((await held('c')) - before).toBeGreaterThan(call.quoted)
  expect(await track(sent.hash)).toMatchObject({ state: 'success', payment: again.hash })
})

describe('refusals', () => {
  test('an attestation that expired, or is another’s, is refused; signed again, it completes', async () => {
    const { source, quote, submit, track, service } = fixture
    const call = await quote()
    const sent = await submit(call)
    const before = await held('c')
    service.filled = { fee: 5n, lastBlock: 1n }
    expect(completionOf(await track(sent.hash)).isLapsed).toBe(true)
    expect((await complete(completionOf(await track(sent.hash)))).ok).toBe(false)
    const { message } = attest(await readSent(source, sent.hash), { fee: 5n })
    const stolen = attest(await readSent(source, sent.hash), { fee: 6n }).attestation
    const burned = await readSent(source, sent.hash)
    const forged = encodeCompletion(burned, { message, attestation: stolen }, source.bridge)
    expect((await complete(forged)).ok).toBe(false)
    expect(await held('c')).toBe(before)
    expect((await track(sent.hash)).state).toBe('bridging')
    // the last block in which it can be received is the next one
    const head = (await fixture.destination.reader.blockNumber()) ?? 0n
    service.filled = { fee: 5n, lastBlock: head + 1n }
    expect(completionOf(await track(sent.hash)).isLapsed).toBe(true)
    service.filled = { fee: 5n, lastBlock: head + 2n }
    const again = completionOf(await track(sent.hash))
    expect(again).not.toHaveProperty('isLapsed')
    expect((await complete(again)).ok).toBe(true)
    expect(await held('c')).toBeGreaterThan(before)
  })

  test('what a service says is not believed: another message, another burn, no signature', async () => {
    const { source, destination, quote, submit, track } = fixture
    const [one, other] = [await submit(await quote()), await submit(await quote({ amountOutMin: '1' }))]
    const [sent, another] = [await readSent(source, one.hash), await readSent(source, other.hash)]
    const good = attest(sent, { fee: 3n })
    const more = hex(`0x${sent.slice(2, 2 + 2 * 216)}${'f'.repeat(64)}${sent.slice(2 + 2 * 248)}`)
    const thief = hex(
      `0x${sent.slice(2, 2 + 2 * 184)}${wordOf(destination.stranger).slice(2)}${sent.slice(2 + 2 * 216)}`,
    )
    for (const answer of [
      undefined,
      null,
      'signed',
      { messages: {} },
      { messages: [null, 7, {}] },
      { messages: [{ message: good.message, attestation: 'PENDING' }] },
      { messages: [{ message: good.message, attestation: '0x' }] },
      { messages: [{ message: good.message, attestation: good.attestation.slice(0, -2) }] },
      { messages: [{ message: good.message, attestation: `0x${'11'.repeat(65 * 33)}` }] },
      { messages: [attest(another, {})] },
      { messages: [attest(more, {})] },
      { messages: [attest(thief, {})] },
      { messages: [{ message: sent, attestation: good.attestation }] },
      { messages: [attest(sent, { fee: 10n ** 30n })] },
    ]) {
      const state = await track(one.hash, async () => answer)
      expect(state.state).toBe('bridging')
      expect(state).not.toHaveProperty('completion')
    }
    // the right one among wrong ones
    const rows = [attest(another, {}), good]
    expect(completionOf(await track(one.hash, async () => ({ messages: rows }))).to).toBe(destination.bridge)
    expect(() => encodeCompletion(sent, attest(another, {}), destination.bridge)).toThrow(RangeError)
    expect(() => encodeCompletion(sent, good, destination.stranger)).toThrow(RangeError)
  })

  test('a start that fails is an error, and a transaction without a burn is not guessed at', async () => {
    const { source, quote, submit, track } = fixture
    const failed = await submit(await quote({ bridgeAmountMin: String(10n ** 30n) }))
    expect(await track(failed.hash)).toEqual({ state: 'error' })
    const plain = await source.on.run(source.user, source.a, 'transfer', [recipient, 1n])
    await expect(track(plain.hash)).rejects.toThrow('0 burns')
  })

  test('a burn of a stranger for our contract’s account is none of ours', async () => {
    const { source, destination, quote, submit, track, service } = fixture
    const call = await quote()
    const sent = await submit(call)
    const before = await held('c')
    // the same words by another depositor, with a unit
    const theirs = decodeBurnMessage(await readSent(source, sent.hash))
    if (theirs === undefined) throw new Error('no burn')
    await source.approve(tokenMessenger)
    const values = [1, 6, wordOf(theirs.to), source.b, wordOf(theirs.to), 0, 1000, theirs.hook]
    const data = messengerDouble.encodeFunctionData('depositForBurnWithHook', values)
    const copied = await source.on.send({ from: source.stranger, to: tokenMessenger, data })
    expect(copied.ok).toBe(true)
    const { message, attestation } = attest(await readSent(source, copied.hash), {})
    const completion = encodeCompletion(
      await readSent(source, copied.hash),
      { message, attestation },
      destination.bridge,
    )
    // its one unit is kept for the recipient, whose minimum it does not reach
    expect((await complete(completion)).ok).toBe(true)
    expect((await track(sent.hash, async () => undefined)).state).toBe('bridging')
    service.filled = { fee: call.deposited - call.paid }
    expect((await complete(completionOf(await track(sent.hash)))).ok).toBe(true)
    expect((await track(sent.hash)).state).toBe('success')
    expect((await held('c')) - before).toBe(call.quoted)
  })
})

test('gas: the plain burn and the plain completion', async () => {
  const { source, destination } = fixture
  const values = [1_000_000n, 6, wordOf(recipient), source.b, `0x${'0'.repeat(64)}`, 0, 2000]
  const data = messengerDouble.encodeFunctionData('depositForBurn', values)
  await source.approve(tokenMessenger)
  const burned = await source.on.send({ from: source.user, to: tokenMessenger, data })
  const { message, attestation } = attest(await readSent(source, burned.hash), { finality: 2000 })
  const received = await destination.on.send({
    from: destination.stranger,
    to: messageTransmitter,
    data: transmitterDouble.encodeFunctionData('receiveMessage', [message, attestation]),
  })
  expect([burned.ok, received.ok]).toEqual([true, true])
  Object.assign(gasUsed, { 'plain burn': burned.gas, 'plain completion': received.gas })
})

/** Crossings through the real SpokePools of two chains: received = quoted to the unit, and what goes wrong. */
import { Interface, Wallet, zeroPadValue } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCrossTypedData } from '#domain/crossing/cross-order'
import { type Address, amount, gas, hex, seconds } from '#domain/units'
import { computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { checkCrossPayload } from '#encoding/crossing/check'
import { computeCrossDigest, computePermit2Digest } from '#encoding/crossing/digest'
import { listClaimRecoveries } from '#encoding/crossing/recover'
import { type AcrossFixture, createAcrossFixture, recipient } from './across-fixture.ts'
import { spoke } from './pair.ts'
import { recordChains, writeResult } from './record.ts'
import { ether, now } from './side.ts'

/** The second of the accounts that anvil unlocks; of no use elsewhere. */
const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

let fixture: AcrossFixture
const gasUsed: Record<string, number> = {}
/** What the chains say of a crossing, by how it ended: the unit tests of tracking read it. */
const recorded: Record<string, unknown> = {}
beforeAll(async () => {
  fixture = await createAcrossFixture()
}, 120_000)
afterAll(() => {
  fixture?.close()
  writeResult(gasUsed, recorded)
})

const arrival = new Interface(['function handleV3AcrossMessage(address, uint256, address, bytes)'])
const depositSignature =
  'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)'

test('what is received is what was quoted, to the unit, and nothing stays in between', async () => {
  const { source, destination, quoteCrossing, submit, track, pay, received, leftovers } = fixture
  const call = await quoteCrossing()
  const payload = { to: source.crossing, value: 0n, data: encodeCrossCall(call) }
  const agreed = {
    chainId: 1,
    crossing: source.crossing,
    order: call.order,
    maxSwapFee: amount(0n),
    now: seconds(now),
    deadlineWithin: [0, 2 ** 41] as const,
    toDeadlineWithin: [0, 7200] as const,
    route: call.route,
    there: call.there,
    permit: undefined,
    messageFee: 0n,
  }
  expect(checkCrossPayload(agreed, payload).order).toEqual(call.order)
  expect(await track(hex(`0x${'1'.repeat(64)}`))).toEqual({ state: 'pending' })

  const [sent, before] = [await submit(call), await received()]
  expect(sent.ok).toBe(true)
  expect(await track(sent.hash)).toMatchObject({ state: 'bridging', deposit: { refundTo: source.user } })
  const paid = await pay(sent.hash)
  expect(paid.ok).toBe(true)
  expect((await received()) - before).toBe(call.quoted)
  expect(await track(sent.hash)).toMatchObject({ state: 'success', payment: paid.hash })
  expect(await leftovers()).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
  recorded['success'] = await recordChains({ source, destination }, [sent.hash, paid.hash])
})

test('a crossing by signature, and one by the real Permit2', async () => {
  const { source, quoteCrossing, submit, track, pay } = fixture
  const wallet = new Wallet(key)
  for (const [entry, digest] of [
    ['crossOrder', computeCrossDigest],
    ['crossPermit2', computePermit2Digest],
  ] as const) {
    const call = await quoteCrossing({
      amountIn: String(ether - 500n),
      swapFee: '500',
      nonce: '9',
      bridgeAmountMin: '2000',
      amountOutMin: '1',
    })
    const signature = hex(wallet.signingKey.sign(digest(toCrossTypedData(1, source.crossing, call.order))).serialized)
    const fee = await source.on.balance(source.a, source.stranger)
    const sent = await submit({ ...call, entry, signature }, source.stranger)
    expect([entry, sent.ok]).toEqual([entry, true])
    expect((await source.on.balance(source.a, source.stranger)) - fee).toBe(500n)
    expect((await submit({ ...call, entry, signature }, source.stranger)).ok).toBe(false)
    expect((await pay(sent.hash)).ok).toBe(true)
    expect((await track(sent.hash)).state).toBe('success')
    gasUsed[entry] = sent.gas
  }
})

test('a swap that fails is kept: refused again, then released to its recipient', async () => {
  const { source, destination, quoteCrossing, submit, track, pay, leftovers, advance } = fixture
  const call = await quoteCrossing({}, 1n)
  const sent = await submit(call)
  const paid = await pay(sent.hash)
  expect(paid.ok).toBe(true)
  gasUsed['payment that is kept'] = paid.gas
  const state = await track(sent.hash)
  if (state.state !== 'partial') throw new Error(state.state)
  expect(state).toMatchObject({ isOpen: true, claim: { token: destination.b, delivery: { recipient } } })

  recorded['partial'] = await recordChains({ source, destination }, [sent.hash, paid.hash])
  const [retry, release] = listClaimRecoveries(state, destination.crossing, await destination.reader.now())
  if (retry === undefined || release === undefined) throw new Error('nothing to do')
  const from = destination.stranger
  expect([retry.action, retry.by, release.action, release.by]).toEqual(['retry', undefined, 'release', recipient])
  expect((await destination.on.send({ from, to: retry.to, data: retry.data })).ok).toBe(false)
  expect((await destination.on.send({ from, to: release.to, data: release.data })).ok).toBe(false)
  await advance(3700)
  const [after] = listClaimRecoveries(state, destination.crossing, await destination.reader.now())
  expect(after).toMatchObject({ action: 'release', by: undefined })
  const released = await destination.on.send({ from, to: release.to, data: release.data })
  expect(released.ok).toBe(true)
  gasUsed['release'] = released.gas
  expect(await destination.on.balance(destination.b, recipient)).toBe(state.deposit.paid)
  expect(await track(sent.hash)).toMatchObject({ state: 'partial', isOpen: false })
  expect(await leftovers()).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
})

test('a payment of one unit under the same number, or with made-up data, is not taken for the deposit’s', async () => {
  const { destination, quoteCrossing, submit, track, pay, received } = fixture
  const call = await quoteCrossing()
  const sent = await submit(call)
  const before = await received()
  for (const changed of [{ outputAmount: 1n }, { inputAmount: 1n, outputAmount: 2n }])
    expect((await pay(sent.hash, changed, destination.stranger)).ok).toBe(true)
  expect((await track(sent.hash)).state).toBe('bridging')
  expect((await pay(sent.hash)).ok).toBe(true)
  expect((await track(sent.hash)).state).toBe('success')
  expect((await received()) - before).toBe(call.quoted)
  expect((await pay(sent.hash)).ok).toBe(false)
})

test('a forged message moves nothing', async () => {
  const { destination, quoteCrossing, submit, track, pay } = fixture
  const sent = await submit(await quoteCrossing({}, 1n))
  await pay(sent.hash)
  const state = await track(sent.hash)
  const from = destination.stranger
  const data = arrival.encodeFunctionData('handleV3AcrossMessage', [
    destination.b,
    1,
    from,
    'deposit' in state ? state.deposit.message : '0x',
  ])
  expect((await destination.on.send({ from, to: destination.crossing, data })).ok).toBe(false)
  expect(await track(sent.hash)).toMatchObject({ state: 'partial', isOpen: true })
})

test('a deposit that nobody pays expires, and a start that fails is an error', async () => {
  const { source, quoteCrossing, submit, track, pay, advance } = fixture
  const sent = await submit(await quoteCrossing())
  const failed = await submit(await quoteCrossing({ bridgeAmountMin: String(2n * ether) }))
  expect(await track(failed.hash)).toEqual({ state: 'error' })
  await advance(3700)
  expect(await track(sent.hash)).toMatchObject({ state: 'expired', deposit: { refundTo: source.user } })
  expect((await pay(sent.hash)).ok).toBe(false)
})

test('gas: the bridge alone, the same deposit through the contract, and with swaps on both sides', async () => {
  const { source, destination, quoteCrossing, submit, pay } = fixture
  const word = (address: Address) => zeroPadValue(address, 32)
  const [s, d] = [source, destination]
  const start = Number(await s.reader.now())
  const addresses = [s.user, recipient, s.b, d.b].map(word)
  const values = [...addresses, ether, ether, 8453, `0x${'0'.repeat(64)}`, start, start + 3600, 0, '0x']
  const data = spoke.encodeFunctionData(depositSignature, values)
  const plain = await s.on.send({ from: s.user, to: s.spokePool, data })
  const paid = await pay(plain.hash)
  const nothing = { gas: gas(0n), route: hex('0x') }
  const straight = {
    fromAsset: s.b,
    toAsset: d.b,
    receiver: recipient,
    bridgeAmountMin: String(ether),
    amountOutMin: '1',
    arrivalHash: computeArrivalHash(nothing),
  }
  const call = await quoteCrossing(straight)
  const sent = await submit({ ...call, route: hex('0x'), there: nothing })
  const crossed = await submit(await quoteCrossing())
  const delivered = await pay(crossed.hash)
  expect([plain, paid, sent, crossed, delivered].map(({ ok }) => ok)).toEqual([true, true, true, true, true])
  Object.assign(gasUsed, {
    'plain deposit': plain.gas,
    'plain payment': paid.gas,
    'deposit without a swap': sent.gas,
    'swap and deposit': crossed.gas,
    'payment and swap': delivered.gas,
  })
})

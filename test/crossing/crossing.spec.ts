/** Crossings through the real SpokePools of two chains: received = quoted to the unit, and what goes wrong. */
import { writeFileSync } from 'node:fs'
import { Interface, Wallet, zeroPadValue } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDeposit } from '#bridges/across/deposit'
import { listRecoveries } from '#bridges/across/recover'
import { trackCrossing } from '#bridges/across/track'
import { type CrossOrder, computeBridgePayment, toCrossTypedData } from '#domain/crossing/cross-order'
import { wholeShare } from '#domain/quotes/route'
import { type Address, amount, gas, type Hex, hex, seconds } from '#domain/units'
import { type CrossCall, encodeCrossCall } from '#encoding/crossing/call'
import { checkCrossPayload } from '#encoding/crossing/check'
import { computeCrossDigest, computePermit2Digest } from '#encoding/crossing/digest'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { createSide, ether, now, quotePair, type Side, spoke } from './pair.ts'

const recipient = hex(`0x${'c0de'.repeat(10)}`) as unknown as Address
/** The second of the accounts that anvil unlocks; of no use elsewhere. */
const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

let source: Side
let destination: Side
const gasUsed: Record<string, number> = {}
beforeAll(async () => {
  ;[source, destination] = await Promise.all([createSide(1), createSide(8453)])
}, 120_000)
afterAll(() => {
  source?.chain.close()
  destination?.chain.close()
  const path = process.env['SWAPLINE_CROSSING_RESULT']
  if (path !== undefined) writeFileSync(path, JSON.stringify(gasUsed))
})

const push = (pool: Address, [sold, bought]: readonly [Address, Address]): Hex =>
  encodeRoute({
    wrapped: undefined,
    throughRouter: false,
    legs: [
      {
        move: 'push',
        pool,
        zeroForOne: sold < bought,
        feePpm: 3000,
        measured: false,
        share32: wholeShare,
        source: 'payer',
        destination: 'recipient',
        tokenIn: undefined,
      },
    ],
  })

/** One a for c, with the minimums that the pools give now: received is either quoted or nothing. */
async function quoteCrossing(
  changed: Partial<CrossOrder> = {},
  surplus = 0n,
): Promise<CrossCall & { readonly quoted: bigint }> {
  const [s, d] = [source, destination]
  const deposited = await quotePair(s, s.pairs.ab, [s.a, s.b], ether)
  const terms = { bridgeRate: '999500000000000000', bridgeFee: '1000' }
  const paid = computeBridgePayment(terms, deposited) ?? 0n
  const quoted = await quotePair(d, d.pairs.bc, [d.b, d.c], paid)
  const order: CrossOrder = {
    sender: s.user,
    recipient,
    refundTo: s.user,
    fromAsset: s.a,
    amountIn: String(ether),
    swapFee: '0',
    router: s.router,
    bridge: s.spokePool,
    bridgeAsset: s.b,
    bridgeAmountMin: String(deposited),
    ...terms,
    toNetwork: '8453',
    receiver: d.crossing,
    toRouter: d.router,
    toBridgeAsset: d.b,
    toAsset: d.c,
    amountOutMin: String(quoted + surplus),
    deadline: String(2 ** 40 - 1),
    toDeadline: String(Number(await s.reader.now()) + 3600),
    nonce: '0',
    ...changed,
  }
  const there = { gas: gas(400_000n), route: push(d.pairs.bc, [d.b, d.c]) }
  const route = push(s.pairs.ab, [s.a, s.b])
  return { entry: 'cross', order, signature: undefined, permit: undefined, route, there, quoted }
}

const submit = (call: CrossCall, from = source.user) =>
  source.on.send({ from, to: source.crossing, data: encodeCrossCall(call) })
const track = (hash: Hex) =>
  trackCrossing(hash, {
    source: { chainId: 1, spokePool: source.spokePool, reader: source.reader },
    destination: { chainId: 8453, spokePool: destination.spokePool, reader: destination.reader },
    crossing: destination.crossing,
  })

/** Pays a deposit as a relayer does: with all of its terms, or with others. */
async function pay(hash: Hex, changed: Record<string, unknown> = {}, from = destination.filler) {
  const receipt = await source.reader.receipt(hash)
  const deposit = receipt?.logs.flatMap((log) => readDeposit(log) ?? [])[0]
  if (deposit === undefined) throw new Error('no deposit')
  const word = (address: Address) => zeroPadValue(address, 32)
  const relay = {
    depositor: word(deposit.refundTo),
    recipient: word(deposit.receiver),
    exclusiveRelayer: word(deposit.exclusiveRelayer),
    inputToken: word(deposit.asset),
    outputToken: word(deposit.toAsset),
    inputAmount: deposit.amount,
    outputAmount: deposit.paid,
    originChainId: 1,
    depositId: deposit.id,
    fillDeadline: deposit.deadline,
    exclusivityDeadline: deposit.exclusivityDeadline,
    message: deposit.message,
    ...changed,
  }
  const data = spoke.encodeFunctionData('fillRelay', [relay, 1, word(from)])
  return destination.on.send({ from, to: destination.spokePool, data })
}

const received = () => destination.on.balance(destination.c, recipient)
const leftovers = () =>
  Promise.all(
    [source, destination].flatMap((side) =>
      [side.a, side.b, side.c].map((token) => side.on.balance(token, side.crossing)),
    ),
  )
const advance = async (by: number) => {
  for (const { chain } of [source, destination]) {
    const { timestamp } = await chain.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
    await chain.rpc('evm_setNextBlockTimestamp', Number(timestamp) + by)
    await chain.rpc('evm_mine')
  }
}

test('what is received is what was quoted, to the unit, and nothing stays in between', async () => {
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
  }
  expect(checkCrossPayload(agreed, payload).order).toEqual(call.order)
  expect(await track(hex(`0x${'1'.repeat(64)}`))).toEqual({ state: 'pending' })

  const plain = await plainDeposit()
  const [sent, before] = [await submit(call), await received()]
  expect(sent.ok).toBe(true)
  expect(await track(sent.hash)).toMatchObject({ state: 'bridging', deposit: { refundTo: source.user } })
  const paid = await pay(sent.hash)
  expect(paid.ok).toBe(true)
  expect((await received()) - before).toBe(call.quoted)
  expect(await track(sent.hash)).toMatchObject({ state: 'success', payment: paid.hash })
  expect(await leftovers()).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
  Object.assign(gasUsed, { 'plain deposit': plain, 'swap and deposit': sent.gas, 'payment and swap': paid.gas })
})

test('a crossing by signature, and one by the real Permit2', async () => {
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
  const call = await quoteCrossing({}, 1n)
  const sent = await submit(call)
  const paid = await pay(sent.hash)
  expect(paid.ok).toBe(true)
  gasUsed['payment that is kept'] = paid.gas
  const state = await track(sent.hash)
  if (state.state !== 'partial') throw new Error(state.state)
  expect(state).toMatchObject({ isOpen: true, claim: { token: destination.b, delivery: { recipient } } })

  const [retry, release] = listRecoveries(state, destination.crossing, await destination.reader.now())
  if (retry === undefined || release === undefined) throw new Error('nothing to do')
  const from = destination.stranger
  expect([retry.action, retry.by, release.action, release.by]).toEqual(['retry', undefined, 'release', recipient])
  expect((await destination.on.send({ from, to: retry.to, data: retry.data })).ok).toBe(false)
  expect((await destination.on.send({ from, to: release.to, data: release.data })).ok).toBe(false)
  await advance(3700)
  const [after] = listRecoveries(state, destination.crossing, await destination.reader.now())
  expect(after).toMatchObject({ action: 'release', by: undefined })
  const released = await destination.on.send({ from, to: release.to, data: release.data })
  expect(released.ok).toBe(true)
  gasUsed['release'] = released.gas
  expect(await destination.on.balance(destination.b, recipient)).toBe(state.deposit.paid)
  expect(await track(sent.hash)).toMatchObject({ state: 'partial', isOpen: false })
  expect(await leftovers()).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
})

test('a payment of one unit under the same number, or with made-up data, is not taken for the deposit’s', async () => {
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
  const receiver = new Interface(['function handleV3AcrossMessage(address, uint256, address, bytes)'])
  const sent = await submit(await quoteCrossing({}, 1n))
  await pay(sent.hash)
  const state = await track(sent.hash)
  const from = destination.stranger
  const data = receiver.encodeFunctionData('handleV3AcrossMessage', [
    destination.b,
    1,
    from,
    'deposit' in state ? state.deposit.message : '0x',
  ])
  expect((await destination.on.send({ from, to: destination.crossing, data })).ok).toBe(false)
  expect(await track(sent.hash)).toMatchObject({ state: 'partial', isOpen: true })
})

test('a deposit that nobody pays expires, and a start that fails is an error', async () => {
  const sent = await submit(await quoteCrossing())
  const failed = await submit(await quoteCrossing({ bridgeAmountMin: String(2n * ether) }))
  expect(await track(failed.hash)).toEqual({ state: 'error' })
  await advance(3700)
  expect(await track(sent.hash)).toMatchObject({ state: 'expired', deposit: { refundTo: source.user } })
  expect((await pay(sent.hash)).ok).toBe(false)
})

/** The bridge alone: what the user would pay for a deposit without us. @returns its gas */
async function plainDeposit(): Promise<number> {
  const word = (address: Address) => zeroPadValue(address, 32)
  const [s, d] = [source, destination]
  const data = spoke.encodeFunctionData(
    'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
    [
      word(s.user),
      word(recipient),
      word(s.b),
      word(d.b),
      ether,
      ether,
      8453,
      `0x${'0'.repeat(64)}`,
      now,
      now + 3600,
      0,
      '0x',
    ],
  )
  await s.on.send({ from: s.user, to: s.spokePool, data })
  const sent = await s.on.send({ from: s.user, to: s.spokePool, data })
  expect(sent.ok).toBe(true)
  return sent.gas
}

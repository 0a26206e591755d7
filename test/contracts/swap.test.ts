import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, type Hex, hex, nativeToken, seconds } from '#domain/units'
import { decodeRouterCall, encodeRouterCall } from '#encoding/swap/router-call'
import { getTestContractCode } from './compile.ts'
import { createLeg, createRig, encodeCall, ether, now, type Rig } from './rig.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade, patchAmountIn, type SwapInput } from './trade.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

const requireCall = (data: Hex) => {
  const call = decodeRouterCall(data)
  if (call === undefined) throw new Error('not a call of the router')
  return call
}

const wallet = new Interface(['function approve(address, address)', 'function callAll(address, bytes[])'])

/** Uniswap v2's own formula, on pools that hold a million of each. */
const pushOut = (amountIn: bigint) => (amountIn * 997n * 10n ** 24n) / (10n ** 27n + amountIn * 997n)
const third = Math.floor(wholeShare / 3)
const from = (token: Address, tokenOut: Address, legs: readonly Leg[]): SwapInput => ({
  tokenIn: token,
  tokenOut,
  legs,
})

const routes: readonly [string, () => SwapInput][] = [
  ['v2, one hop', () => from(rig.tokens.a, rig.tokens.b, [createLeg(rig.pools.ab2, rig.tokens.a)])],
  ['v2, reversed', () => from(rig.tokens.b, rig.tokens.a, [createLeg(rig.pools.ab2, rig.tokens.b)])],
  ['v3, one hop', () => from(rig.tokens.a, rig.tokens.b, [createLeg(rig.pools.ab3, rig.tokens.a)])],
  ['v3, reversed', () => from(rig.tokens.b, rig.tokens.a, [createLeg(rig.pools.ab3, rig.tokens.b)])],
  ['v2 to v2', () => through('ab2', 'bc2')],
  ['v3 to v3', () => through('ab3', 'bc3')],
  ['v2 to v3', () => through('ab2', 'bc3')],
  ['v3 to v2', () => through('ab3', 'bc2')],
  ['a split', () => from(rig.tokens.a, rig.tokens.b, split())],
  [
    'a split that merges again',
    () => from(rig.tokens.a, rig.tokens.c, [...split(), createLeg(rig.pools.bc3, rig.tokens.b)]),
  ],
  [
    'a split, merged and split again',
    () =>
      from(rig.tokens.a, rig.tokens.c, [
        ...split(),
        createLeg(rig.pools.bc2, rig.tokens.b, third),
        createLeg(rig.pools.bc3, rig.tokens.b),
      ]),
  ],
]

const through = (first: keyof Rig['pools'], second: keyof Rig['pools']): SwapInput =>
  from(rig.tokens.a, rig.tokens.c, [
    createLeg(rig.pools[first], rig.tokens.a),
    createLeg(rig.pools[second], rig.tokens.b),
  ])
const split = () => [createLeg(rig.pools.ab2, rig.tokens.a, third), createLeg(rig.pools.ab3, rig.tokens.a)]

describe.each(routes)('%s', (_, route) => {
  test('takes the whole amount and returns the recipient’s gain', async () => {
    const asked = route()
    const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    expect(done.user).toBe(-ether)
    expect(done.receiver).toBeGreaterThan((98n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  })

  test.each([50n, 110n])('takes %i %% if the amount in the calldata is changed', async (percentage) => {
    const asked = route()
    const amountIn = (ether * percentage) / 100n
    const done = await executeTrade(rig, asked, patchAmountIn(encodeSwapCalldata(rig, asked), amountIn))
    expect(done.user).toBe(-amountIn)
    expect(done.receiver).toBeGreaterThan((amountIn * 98n) / 100n)
  })

  test('pays the affiliate from the sold amount', async () => {
    const asked = { ...route(), affiliate: affiliatePercent(rig, 1) }
    const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
  })

  test('refuses one unit more than it gives', async () => {
    const asked = route()
    const { receiver } = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    const exact = await executeTrade(rig, asked, encodeSwapCalldata(rig, { ...asked, minimumOut: amount(receiver) }))
    expect(exact.receiver).toBe(receiver)

    const more = encodeSwapCalldata(rig, { ...asked, minimumOut: amount(receiver + 1n) })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: more })).toMatch(
      `below the minimum of ${receiver + 1n}`,
    )
  })
})

test('v2 gives exactly what its formula says, over one pool and over two', async () => {
  const once = pushOut(ether)
  const one = from(rig.tokens.a, rig.tokens.b, [createLeg(rig.pools.ab2, rig.tokens.a)])
  expect((await executeTrade(rig, one, encodeSwapCalldata(rig, one))).receiver).toBe(once)
  const two = through('ab2', 'bc2')
  expect((await executeTrade(rig, two, encodeSwapCalldata(rig, two))).receiver).toBe(pushOut(once))
})

describe('native currency', () => {
  const native = nativeToken
  const { fee, none } = { fee: () => affiliatePercent(rig, 1), none: () => undefined }

  test.each([
    ['in, v2', 'aw2', none],
    ['in, v3', 'aw3', none],
    ['in, v2, with an affiliate', 'aw2', fee],
    ['in, v3, with an affiliate', 'aw3', fee],
  ] as const)('%s', async (_, pool, affiliate) => {
    const asked = { ...from(native, rig.tokens.a, [createLeg(rig.pools[pool], rig.tokens.w)]), affiliate: affiliate() }
    const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked), ether)
    expect([done.user, done.affiliate]).toEqual([-ether, affiliate() === undefined ? 0n : ether / 100n])
    expect(done.receiver).toBeGreaterThan((98n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  })

  test.each(['aw2', 'aw3'] as const)('out, %s', async (pool) => {
    const asked = from(rig.tokens.a, native, [createLeg(rig.pools[pool], rig.tokens.a)])
    const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    expect(done.user).toBe(-ether)
    expect(done.bought).toBe(done.receiver)
  })

  test('in, split and through the router to another token', async () => {
    const { a, b, w } = rig.tokens
    const asked = from(native, b, [
      createLeg(rig.pools.aw2, w, third),
      createLeg(rig.pools.aw3, w),
      createLeg(rig.pools.ab3, a),
    ])
    const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked), ether)
    expect([done.user, done.bought]).toEqual([-ether, done.receiver])
  })

  test('is wrapped and unwrapped one for one', async () => {
    const wrap = from(native, rig.tokens.w, [])
    const wrapped = await executeTrade(rig, wrap, encodeSwapCalldata(rig, wrap), ether)
    expect([wrapped.user, wrapped.receiver, wrapped.bought]).toEqual([-ether, ether, ether])

    const unwrap = { ...from(rig.tokens.w, native, []), affiliate: affiliatePercent(rig, 1) }
    const unwrapped = await executeTrade(rig, unwrap, encodeSwapCalldata(rig, unwrap))
    expect([unwrapped.user, unwrapped.receiver, unwrapped.affiliate]).toEqual([
      -ether,
      (99n * ether) / 100n,
      ether / 100n,
    ])
  })

  test.each([
    ['too little', native, ether - 1n],
    ['too much', native, ether + 1n],
    ['none', native, 0n],
    ['some for a token', undefined, 1n],
  ])('comes in the amount that is sold or not at all: %s', async (_, tokenIn, value) => {
    const sold = tokenIn ?? rig.tokens.w
    const data = encodeSwapCalldata(rig, from(sold, rig.tokens.a, [createLeg(rig.pools.aw2, rig.tokens.w)]))
    expect(await rig.refusal({ from: rig.user, to: rig.router, data, value })).toMatch(
      `${value} wei came with the call`,
    )
  })

  test('is refused if a leg leaves some of it unspent', async () => {
    const { a, w } = rig.tokens
    const asked = from(native, a, [createLeg(rig.pools.aw2, w, third), createLeg(rig.pools.aw3, w)])
    const [data, leg_] = [encodeSwapCalldata(rig, asked), 2 + (4 + 8 * 32 + 20) * 2]
    const only = encodeRouterCall({ ...requireCall(data), route: hex(`0x${data.slice(leg_ - 40, leg_ + 56)}`) })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: only, value: ether })).toMatch('spent by no leg')
  })

  test('cannot be left with the router', async () => {
    expect(await rig.refusal({ from: rig.user, to: rig.router, value: 1n })).toMatch('asked to be paid')
  })
})

test('a fee-on-transfer token is measured at the pool', async () => {
  const { fee, b, c } = rig.tokens
  const known = (pool: Pool): Pool => ({ ...pool, feeOnTransfer: [fee] })
  const [feeB2, feeC2] = [known(rig.pools.feeB2), known(rig.pools.feeC2)]
  const sold = from(fee, b, [createLeg(feeB2, fee)])
  expect((await executeTrade(rig, sold, encodeSwapCalldata(rig, sold))).receiver).toBeGreaterThan((97n * ether) / 100n)

  const between = from(b, c, [createLeg(feeB2, b), createLeg(feeC2, fee)])
  expect((await executeTrade(rig, between, encodeSwapCalldata(rig, between))).receiver).toBeGreaterThan(
    (97n * ether) / 100n,
  )

  const blind = from(fee, b, [createLeg(rig.pools.feeB2, fee)])
  const data = encodeSwapCalldata(rig, blind)
  expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch('fee on transfer')
})

test.each([
  ['past', now - 1, /deadline/],
  ['this very second', now, /^done$/],
])('a deadline that is %s', async (_, deadline, answer) => {
  const asked = {
    ...from(rig.tokens.a, rig.tokens.b, [createLeg(rig.pools.ab2, rig.tokens.a)]),
    deadline: seconds(deadline),
  }
  expect(await rig.refusal({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, asked) })).toMatch(answer)
})

test('one transaction can swap twice: a swap leaves no state behind', async () => {
  await rig.undone(async () => {
    const { a, b } = rig.tokens
    const made = await rig.deploy(rig.maker, getTestContractCode('Wallet'))
    await rig.send({ from: rig.maker, to: a, data: encodeCall('transfer', [made, 2n * ether]) })
    await rig.send({ from: rig.maker, to: made, data: wallet.encodeFunctionData('approve', [a, rig.router]) })
    const both = [rig.pools.ab2, rig.pools.ab3].map((pool) => encodeSwapCalldata(rig, from(a, b, [createLeg(pool, a)])))
    await rig.send({ from: rig.maker, to: made, data: wallet.encodeFunctionData('callAll', [rig.router, both]) })
    expect(await rig.balance(a, made)).toBe(0n)
  })
})

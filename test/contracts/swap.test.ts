import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/route'
import { type Address, amount, type Hex, hex, nativeToken, seconds } from '#domain/units'
import { decodeRouterCall, encodeRouterCall } from '#encoding/router-call'
import { testContract } from './compile.ts'
import { call, createRig, ether, leg, now, type Rig } from './rig.ts'
import { type Asked, calldata, patched, percent, trade } from './trade.ts'

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
const from = (token: Address, tokenOut: Address, legs: readonly Leg[]): Asked => ({ tokenIn: token, tokenOut, legs })

const routes: readonly [string, () => Asked][] = [
  ['v2, one hop', () => from(rig.tokens.a, rig.tokens.b, [leg(rig.pools.ab2, rig.tokens.a)])],
  ['v2, the other way', () => from(rig.tokens.b, rig.tokens.a, [leg(rig.pools.ab2, rig.tokens.b)])],
  ['v3, one hop', () => from(rig.tokens.a, rig.tokens.b, [leg(rig.pools.ab3, rig.tokens.a)])],
  ['v3, the other way', () => from(rig.tokens.b, rig.tokens.a, [leg(rig.pools.ab3, rig.tokens.b)])],
  ['v2 to v2', () => through('ab2', 'bc2')],
  ['v3 to v3', () => through('ab3', 'bc3')],
  ['v2 to v3', () => through('ab2', 'bc3')],
  ['v3 to v2', () => through('ab3', 'bc2')],
  ['a split', () => from(rig.tokens.a, rig.tokens.b, split())],
  ['a split that merges again', () => from(rig.tokens.a, rig.tokens.c, [...split(), leg(rig.pools.bc3, rig.tokens.b)])],
  [
    'a split, merged and split again',
    () =>
      from(rig.tokens.a, rig.tokens.c, [
        ...split(),
        leg(rig.pools.bc2, rig.tokens.b, third),
        leg(rig.pools.bc3, rig.tokens.b),
      ]),
  ],
]

const through = (first: keyof Rig['pools'], second: keyof Rig['pools']): Asked =>
  from(rig.tokens.a, rig.tokens.c, [leg(rig.pools[first], rig.tokens.a), leg(rig.pools[second], rig.tokens.b)])
const split = () => [leg(rig.pools.ab2, rig.tokens.a, third), leg(rig.pools.ab3, rig.tokens.a)]

describe.each(routes)('%s', (_, route) => {
  test('takes the whole amount and tells what the recipient gained', async () => {
    const asked = route()
    const done = await trade(rig, asked, calldata(rig, asked))
    expect(done.user).toBe(-ether)
    expect(done.receiver).toBeGreaterThan((98n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  })

  test.each([50n, 110n])('takes %i %% where another amount was written in', async (percentage) => {
    const asked = route()
    const amountIn = (ether * percentage) / 100n
    const done = await trade(rig, asked, patched(calldata(rig, asked), amountIn))
    expect(done.user).toBe(-amountIn)
    expect(done.receiver).toBeGreaterThan((amountIn * 98n) / 100n)
  })

  test('pays the affiliate out of the sold amount', async () => {
    const asked = { ...route(), affiliate: percent(rig, 1) }
    const done = await trade(rig, asked, calldata(rig, asked))
    expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
  })

  test('refuses one unit more than it gives', async () => {
    const asked = route()
    const { receiver } = await trade(rig, asked, calldata(rig, asked))
    const exact = await trade(rig, asked, calldata(rig, { ...asked, minimumOut: amount(receiver) }))
    expect(exact.receiver).toBe(receiver)

    const more = calldata(rig, { ...asked, minimumOut: amount(receiver + 1n) })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: more })).toMatch(
      `below the minimum of ${receiver + 1n}`,
    )
  })
})

test('v2 gives exactly what its formula says, over one pool and over two', async () => {
  const once = pushOut(ether)
  const one = from(rig.tokens.a, rig.tokens.b, [leg(rig.pools.ab2, rig.tokens.a)])
  expect((await trade(rig, one, calldata(rig, one))).receiver).toBe(once)
  const two = through('ab2', 'bc2')
  expect((await trade(rig, two, calldata(rig, two))).receiver).toBe(pushOut(once))
})

describe('native currency', () => {
  const native = nativeToken
  const { fee, none } = { fee: () => percent(rig, 1), none: () => undefined }

  test.each([
    ['in, v2', 'aw2', none],
    ['in, v3', 'aw3', none],
    ['in, v2, with an affiliate', 'aw2', fee],
    ['in, v3, with an affiliate', 'aw3', fee],
  ] as const)('%s', async (_, pool, affiliate) => {
    const asked = { ...from(native, rig.tokens.a, [leg(rig.pools[pool], rig.tokens.w)]), affiliate: affiliate() }
    const done = await trade(rig, asked, calldata(rig, asked), ether)
    expect([done.user, done.affiliate]).toEqual([-ether, affiliate() === undefined ? 0n : ether / 100n])
    expect(done.receiver).toBeGreaterThan((98n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  })

  test.each(['aw2', 'aw3'] as const)('out, %s', async (pool) => {
    const asked = from(rig.tokens.a, native, [leg(rig.pools[pool], rig.tokens.a)])
    const done = await trade(rig, asked, calldata(rig, asked))
    expect(done.user).toBe(-ether)
    expect(done.bought).toBe(done.receiver)
  })

  test('in, split and through the router to another token', async () => {
    const { a, b, w } = rig.tokens
    const asked = from(native, b, [leg(rig.pools.aw2, w, third), leg(rig.pools.aw3, w), leg(rig.pools.ab3, a)])
    const done = await trade(rig, asked, calldata(rig, asked), ether)
    expect([done.user, done.bought]).toEqual([-ether, done.receiver])
  })

  test('is wrapped and unwrapped one for one', async () => {
    const wrap = from(native, rig.tokens.w, [])
    const wrapped = await trade(rig, wrap, calldata(rig, wrap), ether)
    expect([wrapped.user, wrapped.receiver, wrapped.bought]).toEqual([-ether, ether, ether])

    const unwrap = { ...from(rig.tokens.w, native, []), affiliate: percent(rig, 1) }
    const unwrapped = await trade(rig, unwrap, calldata(rig, unwrap))
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
    const data = calldata(rig, from(sold, rig.tokens.a, [leg(rig.pools.aw2, rig.tokens.w)]))
    expect(await rig.refusal({ from: rig.user, to: rig.router, data, value })).toMatch(
      `${value} wei came with the call`,
    )
  })

  test('is refused where a leg leaves some of it unspent', async () => {
    const { a, w } = rig.tokens
    const asked = from(native, a, [leg(rig.pools.aw2, w, third), leg(rig.pools.aw3, w)])
    const [data, leg_] = [calldata(rig, asked), 2 + (4 + 8 * 32 + 20) * 2]
    const only = encodeRouterCall({ ...requireCall(data), route: hex(`0x${data.slice(leg_ - 40, leg_ + 56)}`) })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: only, value: ether })).toMatch('spent by no leg')
  })

  test('cannot be left with the router', async () => {
    expect(await rig.refusal({ from: rig.user, to: rig.router, value: 1n })).toMatch('asked to be paid')
  })
})

test('a token that takes a fee on every transfer is measured where the pool got it', async () => {
  const { fee, b, c } = rig.tokens
  const feeOnTransfer = new Set([fee])
  const sold = { ...from(fee, b, [leg(rig.pools.feeB2, fee)]), feeOnTransfer }
  expect((await trade(rig, sold, calldata(rig, sold))).receiver).toBeGreaterThan((97n * ether) / 100n)

  const between = { ...from(b, c, [leg(rig.pools.feeB2, b), leg(rig.pools.feeC2, fee)]), feeOnTransfer }
  expect((await trade(rig, between, calldata(rig, between))).receiver).toBeGreaterThan((97n * ether) / 100n)

  const blind = from(fee, b, [leg(rig.pools.feeB2, fee)])
  const data = calldata(rig, blind)
  expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch('fee on transfer')
})

test.each([
  ['past', now - 1, /deadline/],
  ['this very second', now, /^done$/],
])('a deadline that is %s', async (_, deadline, answer) => {
  const asked = { ...from(rig.tokens.a, rig.tokens.b, [leg(rig.pools.ab2, rig.tokens.a)]), deadline: seconds(deadline) }
  expect(await rig.refusal({ from: rig.user, to: rig.router, data: calldata(rig, asked) })).toMatch(answer)
})

test('one transaction may swap again: nothing of a swap is left behind it', async () => {
  await rig.undone(async () => {
    const { a, b } = rig.tokens
    const made = await rig.deploy(rig.maker, testContract('Wallet'))
    await rig.send({ from: rig.maker, to: a, data: call('transfer', [made, 2n * ether]) })
    await rig.send({ from: rig.maker, to: made, data: wallet.encodeFunctionData('approve', [a, rig.router]) })
    const both = [rig.pools.ab2, rig.pools.ab3].map((pool) => calldata(rig, from(a, b, [leg(pool, a)])))
    await rig.send({ from: rig.maker, to: made, data: wallet.encodeFunctionData('callAll', [rig.router, both]) })
    expect(await rig.balance(a, made)).toBe(0n)
  })
})

/** The build for chains without transient storage, on such a chain. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/route'
import { type Address, type Hex, nativeToken } from '#domain/units'
import { isCodeOf } from '#encoding/pinned'
import { routerOn } from '#encoding/router'
import { testContract } from './compile.ts'
import { deployStableSwap, stableLeg } from './far-pools.ts'
import { call, createRig, ether, leg, type Rig } from './rig.ts'
import { fund, orderCalldata, sellerAddress, typedData } from './seller.ts'
import { calldata, percent, trade } from './trade.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig('storage')
})
afterAll(() => rig.close())

test('stands elsewhere than the other build, with its own code', async () => {
  expect(rig.router).toBe(routerOn({ router: 'storage' }).address)
  expect(rig.router).not.toBe(routerOn({ router: 'cancun' }).address)
  const code = await rig.chain.rpc<Hex>('eth_getCode', rig.router, 'latest')
  expect(isCodeOf(routerOn({ router: 'storage' }), code)).toBe(true)
  expect(isCodeOf(routerOn({ router: 'cancun' }), code)).toBe(false)
})

const ways: readonly [string, () => [Address, Address, readonly Leg[]]][] = [
  ['v2', () => [rig.tokens.a, rig.tokens.b, [leg(rig.pools.ab2, rig.tokens.a)]]],
  ['v3', () => [rig.tokens.a, rig.tokens.b, [leg(rig.pools.ab3, rig.tokens.a)]]],
  [
    'v3 to v3',
    () => [rig.tokens.a, rig.tokens.c, [leg(rig.pools.ab3, rig.tokens.a), leg(rig.pools.bc3, rig.tokens.b)]],
  ],
  ['native in', () => [nativeToken, rig.tokens.a, [leg(rig.pools.aw3, rig.tokens.w)]]],
  ['native out, past a stipend of 2,300 gas', () => [rig.tokens.a, nativeToken, [leg(rig.pools.aw3, rig.tokens.a)]]],
]

describe.each(ways)('%s', (_, way) => {
  test('takes the whole amount, twice, and leaves no word behind', () =>
    rig.undone(async () => {
      const [tokenIn, tokenOut, legs] = way()
      const asked = { tokenIn, tokenOut, legs, affiliate: percent(rig, 1) }
      const value = tokenIn === nativeToken ? ether : 0n
      const data = calldata(rig, asked)
      for (const _round of [1, 2]) {
        const done = await trade(rig, asked, data, value)
        expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
        expect(done.bought).toBe(done.receiver)
        await rig.send({ from: rig.user, to: rig.router, data, value })
        expect(await words()).toEqual([0n, 0n])
      }
    }))
})

/** Who pays and who is armed, without the bit that keeps the slots in use. */
const words = () =>
  Promise.all(
    ['0x0', '0x1'].map(
      async (slot) =>
        BigInt(await rig.chain.rpc<string>('eth_getStorageAt', rig.router, slot, 'latest')) & ~(1n << 255n),
    ),
  )

test('carries orders out, once', () =>
  rig.undone(async () => {
    await fund(rig)
    const data = await orderCalldata(rig, typedData(rig))
    await rig.send({ from: rig.stranger, to: rig.router, data })
    expect(await rig.balance(rig.tokens.a, sellerAddress)).toBe(999n * ether)
    expect(await rig.refusal({ from: rig.stranger, to: rig.router, data })).toMatch('carried out or cancelled')
  }))

test('trades through an adapter', async () => {
  const { a, b } = rig.tokens
  const stable = await deployStableSwap(rig, [a, b])
  const asked = { tokenIn: a, tokenOut: b, legs: [stableLeg(stable, a, wholeShare)] }
  expect((await trade(rig, asked, calldata(rig, asked))).user).toBe(-ether)
})

test('answers nobody out of nowhere, and takes no second swap while one runs', () =>
  rig.undone(async () => {
    const { a, b } = rig.tokens
    const pull = new Interface(['function pull(int256, int256, bytes)']).encodeFunctionData('pull', [ether, 0n, '0x'])
    expect(await rig.refusal({ from: rig.stranger, to: rig.router, data: pull })).toMatch('is not being traded with')
    expect(await rig.refusal({ from: rig.user, to: rig.router, value: 1n })).toMatch('asked to be paid')

    const evil = new Interface([
      'function set(uint8, address, bytes) payable',
      'function approve(address, address)',
      'function broken() view returns (bool)',
    ])
    const pool = await rig.deploy(rig.stranger, testContract('EvilPool'))
    for (const token of [a, b]) await rig.send({ from: rig.maker, to: token, data: call('transfer', [pool, ether]) })
    const approve = evil.encodeFunctionData('approve', [a, rig.router])
    await rig.send({ from: rig.stranger, to: pool, data: approve })
    const again = calldata(rig, { tokenIn: a, tokenOut: b, legs: [leg(rig.pools.ab2, a)] })
    expect(await rig.refusal({ from: pool, to: rig.router, data: again })).toBe('done')
    await rig.send({ from: rig.stranger, to: pool, data: evil.encodeFunctionData('set', [5, b, again]) })
    const { pools } = rig
    const data = calldata(rig, {
      tokenIn: a,
      tokenOut: b,
      legs: [leg({ ...pools.ab3, address: pool }, a)],
    })
    await rig.send({ from: rig.user, to: rig.router, data })
    expect(BigInt(await rig.simulate({ from: rig.user, to: pool, data: evil.encodeFunctionData('broken') }))).toBe(0n)
  }))

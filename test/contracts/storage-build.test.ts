/** The build for chains without transient storage, on such a chain. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, type Hex, nativeToken } from '#domain/units'
import { isPinnedCode } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'
import { getTestContractCode } from './compile.ts'
import { deployStableSwap, stableLeg } from './far-pools.ts'
import { createLeg, createRig, encodeCall, ether, type Rig } from './rig.ts'
import { encodeOrder, fund, sellerAddress, typedData } from './seller.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from './trade.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig('storage')
})
afterAll(() => rig.close())

test('has another address and other code than the cancun build', async () => {
  expect(rig.router).toBe(getRouter({ router: 'storage' }).address)
  expect(rig.router).not.toBe(getRouter({ router: 'cancun' }).address)
  const code = await rig.chain.rpc<Hex>('eth_getCode', rig.router, 'latest')
  expect(isPinnedCode(getRouter({ router: 'storage' }), code)).toBe(true)
  expect(isPinnedCode(getRouter({ router: 'cancun' }), code)).toBe(false)
})

const cases: readonly [string, () => [Address, Address, readonly Leg[]]][] = [
  ['v2', () => [rig.tokens.a, rig.tokens.b, [createLeg(rig.pools.ab2, rig.tokens.a)]]],
  ['v3', () => [rig.tokens.a, rig.tokens.b, [createLeg(rig.pools.ab3, rig.tokens.a)]]],
  [
    'v3 to v3',
    () => [
      rig.tokens.a,
      rig.tokens.c,
      [createLeg(rig.pools.ab3, rig.tokens.a), createLeg(rig.pools.bc3, rig.tokens.b)],
    ],
  ],
  ['native in', () => [nativeToken, rig.tokens.a, [createLeg(rig.pools.aw3, rig.tokens.w)]]],
  [
    'native out, past a stipend of 2,300 gas',
    () => [rig.tokens.a, nativeToken, [createLeg(rig.pools.aw3, rig.tokens.a)]],
  ],
]

describe.each(cases)('%s', (_, way) => {
  test('takes the whole amount, twice, and leaves no payer or armed pool', () =>
    rig.undone(async () => {
      const [tokenIn, tokenOut, legs] = way()
      const asked = { tokenIn, tokenOut, legs, affiliate: affiliatePercent(rig, 1) }
      const value = tokenIn === nativeToken ? ether : 0n
      const data = encodeSwapCalldata(rig, asked)
      for (const _round of [1, 2]) {
        const done = await executeTrade(rig, asked, data, value)
        expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
        expect(done.bought).toBe(done.receiver)
        await rig.send({ from: rig.user, to: rig.router, data, value })
        expect(await words()).toEqual([0n, 0n])
      }
    }))
})

/** The payer and the armed address, without the bit that keeps the slots in use. */
const words = () =>
  Promise.all(
    ['0x0', '0x1'].map(
      async (slot) =>
        BigInt(await rig.chain.rpc<string>('eth_getStorageAt', rig.router, slot, 'latest')) & ~(1n << 255n),
    ),
  )

test('executes an order once', () =>
  rig.undone(async () => {
    await fund(rig)
    const data = await encodeOrder(rig, typedData(rig))
    await rig.send({ from: rig.stranger, to: rig.router, data })
    expect(await rig.balance(rig.tokens.a, sellerAddress)).toBe(999n * ether)
    expect(await rig.refusal({ from: rig.stranger, to: rig.router, data })).toMatch('carried out or cancelled')
  }))

test('trades through an adapter', async () => {
  const { a, b } = rig.tokens
  const stable = await deployStableSwap(rig, [a, b])
  const asked = { tokenIn: a, tokenOut: b, legs: [stableLeg(stable, a, wholeShare)] }
  expect((await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))).user).toBe(-ether)
})

test('refuses unexpected callbacks, and a second swap while one runs', () =>
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
    const pool = await rig.deploy(rig.stranger, getTestContractCode('EvilPool'))
    for (const token of [a, b])
      await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [pool, ether]) })
    const approve = evil.encodeFunctionData('approve', [a, rig.router])
    await rig.send({ from: rig.stranger, to: pool, data: approve })
    const again = encodeSwapCalldata(rig, { tokenIn: a, tokenOut: b, legs: [createLeg(rig.pools.ab2, a)] })
    expect(await rig.refusal({ from: pool, to: rig.router, data: again })).toBe('done')
    await rig.send({ from: rig.stranger, to: pool, data: evil.encodeFunctionData('set', [5, b, again]) })
    const { pools } = rig
    const data = encodeSwapCalldata(rig, {
      tokenIn: a,
      tokenOut: b,
      legs: [createLeg({ ...pools.ab3, address: pool }, a)],
    })
    await rig.send({ from: rig.user, to: rig.router, data })
    expect(BigInt(await rig.simulate({ from: rig.user, to: pool, data: evil.encodeFunctionData('broken') }))).toBe(0n)
  }))

import { Interface } from 'ethers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Address, nativeToken } from '#domain/units'
import { getTestContractCode } from './compile.ts'
import { readHoldings } from './holdings.ts'
import { createLeg, createRig, ether, poolOf, type Rig } from './rig.ts'
import { encodeSwapCalldata, expectNothingStays } from './trade.ts'

const evil = new Interface([
  'function set(uint8, address, bytes) payable',
  'function approve(address, address)',
  'function broken() view returns (bool)',
])
const modes = [
  'honest',
  'pulls more',
  'pulls twice',
  'never calls back',
  'gives nothing',
  're-enters',
  'lets another pull',
  'pulls less',
  'pulls below zero',
  'sends native currency',
] as const

let rig: Rig
let pool: Address
let before: readonly bigint[]

beforeAll(async () => {
  rig = await createRig()
  pool = await rig.deploy(rig.stranger, getTestContractCode('EvilPool'))
  before = await readHoldings(rig)
})
afterAll(() => rig.close())

const asStranger = (data: string, value = 0n) => rig.refusal({ from: rig.stranger, to: rig.router, data, value })
const asUser = (data: string, value = 0n) => rig.refusal({ from: rig.user, to: rig.router, data, value })

describe('an unexpected callback', () => {
  afterEach(async () => expect(await readHoldings(rig)).toEqual(before))

  test.each(['0xfa461e33', '0x23a69e75', '0x2c8958f6', '0xdeadbeef'])('%s is refused', async (selector) => {
    const pull = new Interface(['function pull(int256, int256, bytes)']).encodeFunctionData('pull', [
      ether,
      0n,
      `0x${rig.tokens.a.slice(2).padStart(64, '0')}${rig.user.slice(2).padStart(64, '0')}`,
    ])
    expect(await asStranger(selector + pull.slice(10))).toMatch('is not being traded with')
  })

  test('any bytes are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        expect(await asStranger(`0x${Buffer.from(bytes).toString('hex')}`)).not.toBe('done')
      }),
      { numRuns: 100 },
    )
  })
})

describe("an attacker's pool that", () => {
  const through = async (mode: (typeof modes)[number], extra: string = '0x') => {
    await rig.send({ from: rig.maker, to: rig.tokens.b, data: transfer(pool, ether) })
    const set = evil.encodeFunctionData('set', [modes.indexOf(mode), rig.tokens.b, extra])
    await rig.send({ from: rig.stranger, to: pool, data: set, value: mode === 'sends native currency' ? 1n : 0n })
    return trading()
  }
  const trading = () => {
    const { a, b } = rig.tokens
    return encodeSwapCalldata(rig, {
      tokenIn: a,
      tokenOut: b,
      legs: [createLeg(poolOf('uniswap-v3', pool, [a, b]), a)],
    })
  }
  const transfer = (to: Address, n: bigint) =>
    new Interface(['function transfer(address, uint256)']).encodeFunctionData('transfer', [to, n])

  test.each([
    ['honest', /^done$/],
    ['pulls more', /more than the/],
    ['pulls twice', /is not being traded with/],
    ['never calls back', /never asked for its payment/],
    ['gives nothing', /below the minimum/],
    ['pulls less', /^done$/],
    ['pulls below zero', /more than the/],
  ] as const)('%s', (mode, answer) => rig.undone(async () => expect(await asUser(await through(mode))).toMatch(answer)))

  const reentry = () => {
    const { a, b } = rig.tokens
    return encodeSwapCalldata(rig, { tokenIn: a, tokenOut: b, legs: [createLeg(rig.pools.ab2, a)] })
  }

  test.each<[(typeof modes)[number], () => string]>([
    ['re-enters', reentry],
    ['lets another pull', () => '0x'],
    ['sends native currency', () => '0x'],
  ])('%s achieves nothing', (mode, extra) =>
    rig.undone(async () => {
      const data = await through(mode, extra())
      await rig.send({ from: rig.maker, to: rig.tokens.a, data: transfer(pool, ether) })
      const approve = evil.encodeFunctionData('approve', [rig.tokens.a, rig.router])
      await rig.send({ from: rig.stranger, to: pool, data: approve })
      expect(await rig.refusal({ from: pool, to: rig.router, data: reentry() })).toBe('done')

      await rig.send({ from: rig.user, to: rig.router, data })
      const broken = await rig.simulate({ from: rig.user, to: pool, data: evil.encodeFunctionData('broken') })
      expect(BigInt(broken)).toBe(0n)
    }),
  )

  test('pulls less leaves the rest with the payer', () =>
    rig.undone(async () => {
      const data = await through('pulls less')
      const held = await rig.balance(rig.tokens.a, rig.user)
      await rig.send({ from: rig.user, to: rig.router, data })
      expect(await rig.balance(rig.tokens.a, rig.user)).toBe(held - ether / 2n)
      await expectNothingStays(rig)
    }))

  test('pulls less of what the router holds is refused', () =>
    rig.undone(async () => {
      await through('pulls less')
      const { a, b, w } = rig.tokens
      const legs = [createLeg(poolOf('uniswap-v3', pool, [w, b]), w)]
      expect(await asUser(encodeSwapCalldata(rig, { tokenIn: nativeToken, tokenOut: b, legs }), ether)).toMatch(
        'could take only',
      )
      const second = [createLeg(rig.pools.aw2, w), createLeg(poolOf('uniswap-v3', pool, [a, b]), a)]
      expect(await asUser(encodeSwapCalldata(rig, { tokenIn: w, tokenOut: b, legs: second }))).toMatch(
        'could take only',
      )
    }))
})

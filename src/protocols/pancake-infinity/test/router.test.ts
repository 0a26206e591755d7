/** PancakeSwap Infinity through the router and its adapter, on our ports over Uniswap v4's own manager. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, nativeToken } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { protocol } from '#protocols/pancake-infinity/index'
import { port } from '#test/conformance/adapters/compile'
import { readRecordedCode } from '#test/conformance/ticks/fixture'
import { deployVault } from '#test/contracts/far-pools'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from '#test/contracts/rig'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from '#test/contracts/trade'

const ports = new Interface([
  'function register(address)',
  'function adopt((address, address, address, address, uint24, bytes32) key)',
])
/** As in the pools of `deployVault`; no protocol fee. */
const [feePpm, spacing] = [3_000, 60]
const parameters = `0x${(BigInt(spacing) << 16n).toString(16).padStart(64, '0')}`
const half = wholeShare / 2

let rig: Rig
let manager: Address
let vault: Address
let adapter: Address
beforeAll(async () => {
  rig = await createRig()
  const { a, b } = rig.tokens
  const inner = await deployVault(rig, [[a, b]])
  const deploy = (code: string, types: readonly string[] = [], values: readonly unknown[] = []) =>
    rig.deploy(rig.maker, code + new AbiCoder().encode(types, values).slice(2))
  const view = await deploy(readRecordedCode('@uniswap/v4-periphery', 'StateView'), ['address'], [inner])
  vault = await deploy(port('InfinityVaultPort'))
  const types = ['address', 'address', 'address', 'uint24']
  manager = await deploy(port('CLPoolManagerPort'), types, [vault, inner, view, 0])
  const tell = (to: Address, name: string, values: readonly unknown[]) =>
    rig.send({ from: rig.maker, to, data: ports.encodeFunctionData(name, values) })
  await tell(vault, 'register', [manager])
  await tell(manager, 'adopt', [[...(a < b ? [a, b] : [b, a]), nativeToken, manager, feePpm, parameters]])
  for (const token of [a, b])
    for (const to of [vault, manager])
      await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [to, 1_000n * ether]) })
  const made = listDeployables({ router: 'storage' }).find(({ name }) => name === protocol.kind)
  if (made === undefined) throw new Error('there is no adapter for it')
  await rig.send({ from: rig.maker, to: deployer, data: made.data })
  adapter = made.address
})
afterAll(() => rig.close())

function infinityLeg(sold: Address, share32: number = wholeShare, fee = feePpm): Leg {
  const { a, b } = rig.tokens
  const bare = poolOf(protocol.kind, manager, [a, b])
  const pool = { ...bare, venue: { ...bare.venue, factory: manager }, feePpm: fee, facts: { id: '0x', spacing } }
  const move = protocol.move(pool, { from: sold < (sold === a ? b : a) ? 0 : 1, to: 0, amountIn: amount(1n) })
  return {
    pool,
    move,
    tokenIn: sold,
    tokenOut: sold === a ? b : a,
    share32,
    amountIn: amount(0n),
    amountOut: amount(0n),
  }
}

const cases: readonly [string, () => readonly Leg[]][] = [
  ['alone', () => [infinityLeg(rig.tokens.a)]],
  ['reversed', () => [infinityLeg(rig.tokens.b)]],
  ['before a push', () => [infinityLeg(rig.tokens.a), createLeg(rig.pools.bc2, rig.tokens.b)]],
  ['after a callback, which feeds it', () => [createLeg(rig.pools.bc3, rig.tokens.c), infinityLeg(rig.tokens.b)]],
  ['split with a push', () => [infinityLeg(rig.tokens.a, half), createLeg(rig.pools.ab2, rig.tokens.a)]],
]

test.each(cases)('%s: sells the whole input and leaves nothing in the adapter', (_, legsOf) =>
  rig.undone(async () => {
    const legs = legsOf()
    const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
    if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
    const asked = { tokenIn, tokenOut, legs, affiliate: affiliatePercent(rig, 1) }
    const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
    expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)

    await rig.send({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, asked) })
    for (const token of [rig.tokens.a, rig.tokens.b]) expect(await rig.balance(token, adapter)).toBe(0n)
  }),
)

test('gives to the wei what the v3 pool with the same liquidity gives', async () => {
  const { a, b } = rig.tokens
  for (const [tokenIn, tokenOut] of [
    [a, b],
    [b, a],
  ] as const) {
    const givenBy = async (one: Leg) => {
      const asked = { tokenIn, tokenOut, legs: [one] }
      return (await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))).receiver
    }
    expect(await givenBy(infinityLeg(tokenIn))).toBe(await givenBy(createLeg(rig.pools.ab3, tokenIn)))
  }
})

test('passes on the refusal of a fee without a pool, and of an address that is no manager', async () => {
  const { a, b } = rig.tokens
  const ends = { tokenIn: a, tokenOut: b }
  const refusal = (one: Leg) =>
    rig.refusal({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, { ...ends, legs: [one] }) })
  expect(await refusal(infinityLeg(a))).toBe('done')
  // PoolNotInitialized() of the underlying manager
  expect(await refusal(infinityLeg(a, wholeShare, 500))).toBe('a pool is not started yet')
  const nothingThere = infinityLeg(a)
  if (nothingThere.move.move !== 'adapter') throw new Error('it is no adapter')
  expect(await refusal({ ...nothingThere, move: { ...nothingThere.move, target: rig.tokens.b } })).toBe('0x')
})

test('a direct callback gets nothing: the adapter is empty between trades', async () => {
  const data = new Interface(['function lockAcquired(bytes)']).encodeFunctionData('lockAcquired', [
    new AbiCoder().encode(
      ['address', 'address', 'address', 'address', 'uint256'],
      [manager, rig.tokens.a, rig.tokens.b, rig.stranger, BigInt(feePpm * 2 ** 24 + spacing)],
    ),
  ])
  // SwapAmountCannotBeZero() of the manager
  expect(await rig.refusal({ from: rig.stranger, to: adapter, data })).toBe('the amount is too small to trade')
})

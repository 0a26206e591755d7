/** Fluid's pools through the router and their adapter, on our ports; one of them is of native currency. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { adapterAddress } from '#protocols/adapters.gen'
import { computeLayerSlots, nativePlaceholder } from '#protocols/fluid-dex/abi'
import { protocol } from '#protocols/fluid-dex/index'
import { port } from '#test/conformance/adapters/compile'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from '#test/contracts/rig'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from '#test/contracts/trade'
import { writesOf } from './pools.ts'
import { lastOf, poolWords, tokenWords, usual } from './words.ts'

const ports = new Interface([
  'function write(uint256, uint256, uint256)',
  'function estimateSwapIn(address, bool, uint256, uint256) returns (uint256)',
])
const half = wholeShare / 2

let rig: Rig
let resolver: Address
let layer: Address
let pools: Record<'tokens' | 'native', Pool>
beforeAll(async () => {
  rig = await createRig()
  for (const { name, data } of listDeployables({ router: 'storage' }))
    if (name === 'fluid-dex') await rig.send({ from: rig.maker, to: deployer, data })
  resolver = await rig.deploy(rig.maker, port('FluidResolverPort'))
  layer = await rig.deploy(rig.maker, port('FluidLayerPort'))
  pools = { tokens: await make(rig.tokens.a, rig.tokens.b), native: await make(rig.tokens.b, rig.tokens.w) }
})
afterAll(() => rig.close())

/** A million of each supplied, and the same amounts owed; the wrapped token represents native currency. */
async function make(first: Address, second: Address): Promise<Pool> {
  const own = second === rig.tokens.w ? nativePlaceholder : second
  const types = ['address', 'address', 'address', 'uint8', 'uint8']
  const made = new AbiCoder().encode(types, [layer, first, own, 18, 18])
  const address = await rig.deploy(rig.maker, port('FluidDexPort') + made.slice(2))
  for (const [i, one] of [first, own].entries()) {
    const side = i === 0 ? 0 : 1
    for (const { to, data } of writesOf(usual, side, layer, computeLayerSlots(address, one)))
      await rig.send({ from: rig.maker, to, data })
    const { held } = tokenWords(usual, side)
    if (one === nativePlaceholder) await rig.send({ from: rig.maker, to: layer, value: 10n ** 6n * ether })
    else await rig.send({ from: rig.maker, to: one, data: encodeCall('transfer', [layer, held]) })
  }
  const { variables, variables2 } = poolWords(usual, lastOf(usual))
  const data = ports.encodeFunctionData('write', [variables, variables2, usual.age])
  await rig.send({ from: rig.maker, to: address, data })
  const facts = { decimals: [18, 18], ...(own === nativePlaceholder && { native1: true }) }
  return { ...poolOf('fluid-dex', address, [first, second]), tokens: [first, second], facts }
}

function legOf(pool: Pool, sold: Address, share32: number = wholeShare): Leg {
  const from = pool.tokens.indexOf(sold)
  const move = protocol.move(pool, { from, to: 1 - from, amountIn: amount(1n) })
  const tokenOut = pool.tokens[1 - from] ?? sold
  return { pool, move, tokenIn: sold, tokenOut, share32, amountIn: amount(0n), amountOut: amount(0n) }
}

const asked = (legs: readonly Leg[]) => {
  const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
  if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
  return { tokenIn, tokenOut, legs }
}

const cases: readonly [string, () => readonly Leg[]][] = [
  ['sells token 0', () => [legOf(pools.tokens, rig.tokens.a)]],
  ['sells token 1', () => [legOf(pools.tokens, rig.tokens.b)]],
  ['before a push', () => [legOf(pools.tokens, rig.tokens.a), createLeg(rig.pools.bc2, rig.tokens.b)]],
  [
    'after a callback, which feeds it',
    () => [createLeg(rig.pools.bc3, rig.tokens.c), legOf(pools.tokens, rig.tokens.b)],
  ],
  ['split with a push', () => [legOf(pools.tokens, rig.tokens.a, half), createLeg(rig.pools.ab2, rig.tokens.a)]],
  ['buys native currency', () => [legOf(pools.native, rig.tokens.b)]],
  ['sells native currency', () => [legOf(pools.native, rig.tokens.w)]],
  ['one after another', () => [legOf(pools.tokens, rig.tokens.a), legOf(pools.native, rig.tokens.b)]],
]

test.each(cases)('%s: sells the whole input and leaves nothing in the adapter', (_, legsOf) =>
  rig.undone(async () => {
    const request = { ...asked(legsOf()), affiliate: affiliatePercent(rig, 1) }
    const done = await executeTrade(rig, request, encodeSwapCalldata(rig, request))
    expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
    expect(done.receiver).toBeGreaterThan(ether / 10n)
    expect(done.bought).toBe(done.receiver)

    await rig.send({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, request) })
    const adapter = adapterAddress['fluid-dex']
    for (const one of Object.values(rig.tokens)) expect(await rig.balance(one, adapter)).toBe(0n)
    expect(await rig.native(adapter)).toBe(0n)
  }),
)

describe.each(['tokens', 'native'] as const)('a pool of %s', (kind) => {
  test.each([0, 1] as const)('gives to the wei what the resolver estimates for a sale of token %s', async (from) => {
    const { address, tokens } = pools[kind]
    const request = asked([legOf(pools[kind], tokens[from] as Address)])
    const data = ports.encodeFunctionData('estimateSwapIn', [address, from === 0, ether, 0])
    const said = BigInt(await rig.simulate({ from: rig.user, to: resolver, data }))
    expect(said).toBeGreaterThan(0n)
    expect((await executeTrade(rig, request, encodeSwapCalldata(rig, request))).receiver).toBe(said)
  })
})

test('what a pool refuses with is passed on', () =>
  rig.undone(async () => {
    const data = ports.encodeFunctionData('write', [0, 1n << 255n, 1])
    await rig.send({ from: rig.maker, to: pools.tokens.address, data })
    const request = asked([legOf(pools.tokens, rig.tokens.a)])
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, request) })).toContain(
      'paused',
    )
  }))

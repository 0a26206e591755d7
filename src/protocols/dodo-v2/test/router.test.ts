/** DODO's pools through the router and their adapter, on our ports. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { adapterAddress } from '#protocols/adapters.gen'
import { protocol } from '#protocols/dodo-v2/index'
import { port } from '#test/conformance/adapters/compile'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from '#test/contracts/rig'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from '#test/contracts/trade'

const ports = new Interface([
  'function fill(uint256, uint256, uint256, uint256, uint8)',
  'function setFees(uint256, uint256)',
  'function querySellBase(address, uint256) view returns (uint256)',
  'function querySellQuote(address, uint256) view returns (uint256)',
])
const half = wholeShare / 2
const hold = 10n ** 6n * ether

let rig: Rig
let pools: Record<'machine' | 'stable', Pool>
beforeAll(async () => {
  rig = await createRig()
  for (const { name, data } of listDeployables({ router: 'storage' }))
    if (name === 'dodo-v2') await rig.send({ from: rig.maker, to: deployer, data })
  pools = { machine: await make(true), stable: await make(false) }
})
afterAll(() => rig.close())

const tell = (to: Address, name: string, values: readonly unknown[]) =>
  rig.send({ from: rig.maker, to, data: ports.encodeFunctionData(name, values) })

/** A pool with a as base and b as quote, a million of each, with a fee of 0.12 %. */
async function make(vending: boolean): Promise<Pool> {
  const tokens = [rig.tokens.a, rig.tokens.b]
  const values = new AbiCoder().encode(['address', 'address', 'bool'], [...tokens, vending])
  const address = await rig.deploy(rig.maker, port('DodoPort') + values.slice(2))
  for (const token of tokens)
    await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [address, hold]) })
  await tell(address, 'setFees', [10n ** 15n, 2n * 10n ** 14n])
  await tell(address, 'fill', [vending ? ether / 2n : ether, vending ? ether / 2n : ether / 5_000n, hold, hold, 0])
  return { ...poolOf('dodo-v2', address, tokens), tokens, facts: { vending } }
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

describe.each(['machine', 'stable'] as const)('a pool: %s', (kind) => {
  const cases: readonly [string, () => readonly Leg[]][] = [
    ['sells base', () => [legOf(pools[kind], rig.tokens.a)]],
    ['sells quote', () => [legOf(pools[kind], rig.tokens.b)]],
    ['before a push', () => [legOf(pools[kind], rig.tokens.a), createLeg(rig.pools.bc2, rig.tokens.b)]],
    [
      'after a callback, which feeds it',
      () => [createLeg(rig.pools.bc3, rig.tokens.c), legOf(pools[kind], rig.tokens.b)],
    ],
    ['split with a push', () => [legOf(pools[kind], rig.tokens.a, half), createLeg(rig.pools.ab2, rig.tokens.a)]],
  ]

  test.each(cases)('%s: sells the whole input and leaves nothing in the adapter', (_, legsOf) =>
    rig.undone(async () => {
      const request = { ...asked(legsOf()), affiliate: affiliatePercent(rig, 1) }
      const done = await executeTrade(rig, request, encodeSwapCalldata(rig, request))
      expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
      expect(done.receiver).toBeGreaterThan(ether / 10n)
      expect(done.bought).toBe(done.receiver)

      await rig.send({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, request) })
      for (const token of pools[kind].tokens) expect(await rig.balance(token, adapterAddress['dodo-v2'])).toBe(0n)
    }),
  )

  test.each([
    ['querySellBase', 0],
    ['querySellQuote', 1],
  ] as const)('gives to the wei what its %s says', async (name, from) => {
    const { address, tokens } = pools[kind]
    const request = asked([legOf(pools[kind], tokens[from] as Address)])
    const data = ports.encodeFunctionData(name, [adapterAddress['dodo-v2'], ether])
    const said = BigInt((await rig.simulate({ from: rig.user, to: address, data })).slice(0, 66))
    expect((await executeTrade(rig, request, encodeSwapCalldata(rig, request))).receiver).toBe(said)
  })
})

test('what a vending machine refuses with is passed on', () =>
  rig.undone(async () => {
    const { address } = pools.machine
    await tell(address, 'setFees', [ether, ether])
    const request = asked([legOf(pools.machine, rig.tokens.a)])
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, request) })).not.toBe(
      'done',
    )
  }))

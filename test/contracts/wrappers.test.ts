/** Fixed-rate modules and wrappers through the router and their adapters, on our ports. */
import { AbiCoder, encodeBytes32String, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { adapterAddress } from '#protocols/adapters.gen'
import { protocol as lido } from '#protocols/lido/index'
import { protocol as psm } from '#protocols/psm/index'
import { port } from '../conformance/adapters/compile.ts'
import { runReading } from '../conformance/adapters/reading.ts'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from './rig.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade, type SwapInput } from './trade.ts'

const ports = new Interface([
  'function file(bytes32, uint256)',
  'function pocket() view returns (address)',
  'function fill(uint256, uint256, uint256, address, uint256)',
  'function sharesOf(address) view returns (uint256)',
  'function getWstETHByStETH(uint256) view returns (uint256)',
])
const half = wholeShare / 2
const fee = 10n ** 15n

interface Made<State> {
  readonly protocol: Protocol<State>
  readonly address: Address
  readonly tokens: readonly [Address, Address]
}

let rig: Rig
let modules: Made<unknown>
let wrapper: Made<unknown>
beforeAll(async () => {
  rig = await createRig()
  for (const { name, data } of listDeployables({ router: 'storage' }))
    if (name === 'lido' || name === 'psm') await rig.send({ from: rig.maker, to: deployer, data })
  modules = await deployModule()
  wrapper = await deployLido()
})
afterAll(() => rig.close())

const encoded = (types: readonly string[], values: readonly unknown[]) => new AbiCoder().encode(types, values).slice(2)
const tell = (to: Address, name: string, values: readonly unknown[]) =>
  rig.send({ from: rig.maker, to, data: ports.encodeFunctionData(name, values) })
const ask = async (to: Address, name: string, values: readonly unknown[] = []) =>
  rig.simulate({ from: rig.user, to, data: ports.encodeFunctionData(name, values) })

/** A module with a as gem and b as DAI, a million of each, with a fee of 0.1 % each way. */
async function deployModule(): Promise<Made<unknown>> {
  const tokens = [rig.tokens.a, rig.tokens.b] as const
  const address = await rig.deploy(
    rig.maker,
    port('PsmPort') + encoded(['address', 'address', 'uint8'], [...tokens, 18]),
  )
  for (const what of ['tin', 'tout']) await tell(address, 'file', [encodeBytes32String(what), fee])
  const pocket = evm(`0x${(await ask(address, 'pocket')).slice(-40)}`)
  const hold = 10n ** 6n * ether
  for (const [token, to] of [
    [tokens[0], pocket],
    [tokens[1], address],
  ] as const)
    await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [to, hold]) })
  return { protocol: psm as Protocol<unknown>, address, tokens }
}

/** Gives the user stETH and approves the router. */
async function deployLido(): Promise<Made<unknown>> {
  const steth = await rig.deploy(rig.maker, port('StEthPort') + encoded(['bool'], [true]))
  const address = await rig.deploy(rig.maker, port('WstEthPort') + encoded(['address'], [steth]))
  await tell(steth, 'fill', [1_234_567n * ether + 1n, 1_000_000n * ether, 77n, address, 5n])
  await rig.send({ from: rig.maker, to: steth, data: encodeCall('transfer', [rig.user, 1_000n * ether]) })
  await rig.send({ from: rig.user, to: steth, data: encodeCall('approve', [rig.router, 2n ** 256n - 1n]) })
  return { protocol: lido as Protocol<unknown>, address, tokens: [steth, address] }
}

function legOf({ protocol, address, tokens }: Made<unknown>, sold: Address, share32: number = wholeShare): Leg {
  const pool = { ...poolOf(protocol.kind, address, tokens), tokens }
  const from = tokens.indexOf(sold)
  const move = protocol.move(pool, { from, to: 1 - from, amountIn: amount(1n) })
  const tokenOut = tokens[1 - from] ?? sold
  return { pool, move, tokenIn: sold, tokenOut, share32, amountIn: amount(0n), amountOut: amount(0n) }
}

/** Our own protocol's amounts for the pool's current state. */
async function said({ protocol, address, tokens }: Made<unknown>, sold: Address, amountIn: bigint) {
  const chain = { call: (to: string, data: string) => rig.simulate({ from: rig.user, to: evm(to), data }) }
  const venue = { protocol: protocol.kind, name: 'one', title: 'One', factory: address, feesPpm: [] }
  const known = { ...venue, pools: [{ address, tokens, feePpm: 0 }] }
  const [pool] = (await runReading(chain, protocol.find(known, tokens))).value
  if (pool === undefined) throw new Error('it is not found')
  const from = tokens.indexOf(sold)
  const state = (await runReading(chain, protocol.load(pool))).value
  return protocol.amountOut(state, { from, to: 1 - from, amountIn: amount(amountIn) })
}

const askedOf = (legs: readonly Leg[]): SwapInput => {
  const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
  if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
  return { tokenIn, tokenOut, legs }
}

describe('a peg stability module', () => {
  const cases: readonly [string, () => readonly Leg[]][] = [
    ['sells gems', () => [legOf(modules, rig.tokens.a)]],
    ['buys gems', () => [legOf(modules, rig.tokens.b)]],
    ['before a push', () => [legOf(modules, rig.tokens.a), createLeg(rig.pools.bc2, rig.tokens.b)]],
    ['after a callback, which feeds it', () => [createLeg(rig.pools.bc3, rig.tokens.c), legOf(modules, rig.tokens.b)]],
    ['split with a push', () => [legOf(modules, rig.tokens.a, half), createLeg(rig.pools.ab2, rig.tokens.a)]],
  ]

  test.each(cases)('%s: leaves nothing in the adapter', (_, legsOf) =>
    rig.undone(async () => {
      const asked = { ...askedOf(legsOf()), affiliate: affiliatePercent(rig, 1) }
      const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
      expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
      expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
      expect(done.bought).toBe(done.receiver)

      await rig.send({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, asked) })
      for (const token of modules.tokens) {
        expect(await rig.balance(token, adapterAddress.psm)).toBe(0n)
        expect(await rig.read(token, 'allowance', [adapterAddress.psm, modules.address])).toBe(0n)
      }
    }),
  )

  test.each([0, 1])('gives to the wei what we compute, direction %i', async (from) => {
    const sold = modules.tokens[from] as Address
    const asked = { ...askedOf([legOf(modules, sold)]), amountIn: amount(ether + 12_345n) }
    const { receiver } = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    expect(receiver).toBe(await said(modules, sold, ether + 12_345n))
  })

  test('passes on the revert data of the pool', () =>
    rig.undone(async () => {
      await tell(modules.address, 'file', [encodeBytes32String('tin'), 2n ** 256n - 1n])
      const data = encodeSwapCalldata(rig, askedOf([legOf(modules, rig.tokens.a)]))
      expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch('sell-gem-halted')
    }))

  test('a unit of DAI that buys no gem is refused', () =>
    rig.undone(async () => {
      const asked = { ...askedOf([legOf(modules, rig.tokens.b)]), amountIn: amount(1n) }
      const data = encodeSwapCalldata(rig, asked)
      expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toBe('done')
      await tell(modules.address, 'file', [encodeBytes32String('tout'), 10n ** 18n])
      expect(await rig.refusal({ from: rig.user, to: rig.router, data })).not.toBe('done')
    }))
})

describe('stETH into wstETH', () => {
  const sharesOf = async (holder: Address) => BigInt(await ask(wrapper.tokens[0], 'sharesOf', [holder]))
  const sold = [1n, 2n, 3n, ether, ether + 1n, 123_456_789_012_345_678_901n]

  test.each(sold)('%i units give to the wei what we and the wrapper compute, and no share stays', (amountIn) =>
    rig.undone(async () => {
      const asked = { ...askedOf([legOf(wrapper, wrapper.tokens[0])]), amountIn: amount(amountIn) }
      const expected = await said(wrapper, asked.tokenIn, amountIn)
      const data = encodeSwapCalldata(rig, asked)
      if (expected === undefined) {
        expect(await rig.refusal({ from: rig.user, to: rig.router, data })).not.toBe('done')
        return
      }
      const { receiver } = await executeTrade(rig, asked, data)
      expect(receiver).toBe(expected)
      expect(receiver).toBe(BigInt(await ask(wrapper.address, 'getWstETHByStETH', [amountIn])))

      await rig.send({ from: rig.user, to: rig.router, data })
      for (const holder of [adapterAddress.lido, rig.router]) expect(await sharesOf(holder)).toBe(0n)
      expect(await rig.read(asked.tokenIn, 'allowance', [adapterAddress.lido, wrapper.address])).toBe(0n)
      expect(await rig.balance(wrapper.address, adapterAddress.lido)).toBe(0n)
    }),
  )

  test('an affiliate is paid, and the rest is wrapped', () =>
    rig.undone(async () => {
      const asked = { ...askedOf([legOf(wrapper, wrapper.tokens[0])]), affiliate: affiliatePercent(rig, 1) }
      const { receiver } = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
      expect(receiver).toBe(await said(wrapper, asked.tokenIn, (99n * ether) / 100n))
    }))

  test('each of two parts gives its shares', () =>
    rig.undone(async () => {
      const [sold] = wrapper.tokens
      const legs = [legOf(wrapper, sold, Math.floor(wholeShare / 3)), legOf(wrapper, sold)]
      const amountIn = 7n * ether + 5n
      const first = (amountIn * BigInt(Math.floor(wholeShare / 3))) / BigInt(wholeShare)
      const parts = [await said(wrapper, sold, first), await said(wrapper, sold, amountIn - first)]
      const asked = { ...askedOf(legs), amountIn: amount(amountIn) }
      expect((await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))).receiver).toBe(
        (parts[0] ?? 0n) + (parts[1] ?? 0n),
      )
    }))

  test('wstETH is refused as input', async () => {
    const legs = [legOf(wrapper, wrapper.tokens[1])]
    await rig.send({ from: rig.user, to: wrapper.address, data: encodeCall('approve', [rig.router, ether]) })
    expect(
      await rig.refusal({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, askedOf(legs)) }),
    ).not.toBe('done')
  })
})

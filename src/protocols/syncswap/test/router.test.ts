/** SyncSwap's vault pools through the router and their adapter, on our ports. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { adapterAddress } from '#protocols/adapters.gen'
import { protocol } from '#protocols/syncswap/index'
import { port } from '#test/conformance/adapters/compile'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from '#test/contracts/rig'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from '#test/contracts/trade'

const ports = new Interface([
  'function setTokenSwapFee(address, address, uint24)',
  'function setSenderFee(address, uint24)',
  'function deposit(address, address)',
  'function sync()',
  'function getAmountOut(address, uint256, address) view returns (uint256)',
])
const half = wholeShare / 2
const hold = 10n ** 6n * ether

let rig: Rig
let vault: Address
let master: Address
let pools: Record<'classic' | 'stable' | 'native', Pool>
beforeAll(async () => {
  rig = await createRig()
  for (const { name, data } of listDeployables({ router: 'storage' }))
    if (name === 'syncswap') await rig.send({ from: rig.maker, to: deployer, data })
  const { a, b, w } = rig.tokens
  vault = await rig.deploy(rig.maker, port('SyncSwapVaultPort') + encoded(['address'], [w]))
  master = await rig.deploy(rig.maker, port('SyncSwapMasterPort') + encoded(['address'], [vault]))
  pools = { classic: await make([a, b], 1), stable: await make([a, b], 2), native: await make([a, w], 1) }
})
afterAll(() => rig.close())

const encoded = (types: readonly string[], values: readonly unknown[]) => new AbiCoder().encode(types, values).slice(2)
const tell = (to: Address, name: string, values: readonly unknown[]) =>
  rig.send({ from: rig.maker, to, data: ports.encodeFunctionData(name, values) })

/** Pools with a million of each token, and a fee of 0.1 %. */
async function make(tokens: readonly [Address, Address], kind: 1 | 2): Promise<Pool> {
  const sorted = tokens.toSorted()
  const types = ['uint16', 'address', 'address', 'address', 'uint256', 'uint256']
  const address = await rig.deploy(
    rig.maker,
    port('SyncSwapPoolPort') + encoded(types, [kind, master, ...sorted, 1, 1]),
  )
  for (const [sold, bought] of [sorted, sorted.toReversed()]) await tell(master, 'setTokenSwapFee', [sold, bought, 100])
  for (const token of tokens) {
    await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [vault, hold]) })
    await tell(vault, 'deposit', [token, address])
  }
  await tell(address, 'sync', [])
  return poolOf('syncswap', address, sorted)
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

describe.each(['classic', 'stable'] as const)('a %s pool', (kind) => {
  const cases: readonly [string, () => readonly Leg[]][] = [
    ['alone', () => [legOf(pools[kind], rig.tokens.a)]],
    ['reversed', () => [legOf(pools[kind], rig.tokens.b)]],
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
      expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
      expect(done.bought).toBe(done.receiver)

      await rig.send({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, request) })
      for (const token of pools[kind].tokens) expect(await rig.balance(token, adapterAddress.syncswap)).toBe(0n)
    }),
  )

  test('gives to the wei what the pool quotes to the adapter, also with another fee for it', () =>
    rig.undone(async () => {
      const request = asked([legOf(pools[kind], rig.tokens.a)])
      const said = async (sender: Address) => {
        const data = ports.encodeFunctionData('getAmountOut', [rig.tokens.a, ether, sender])
        return BigInt(await rig.simulate({ from: rig.user, to: pools[kind].address, data }))
      }
      expect((await executeTrade(rig, request, encodeSwapCalldata(rig, request))).receiver).toBe(
        await said(adapterAddress.syncswap),
      )
      await tell(master, 'setSenderFee', [adapterAddress.syncswap, 3_000])
      const dearer = await said(adapterAddress.syncswap)
      expect(dearer).toBeLessThan(await said(rig.user))
      expect((await executeTrade(rig, request, encodeSwapCalldata(rig, request))).receiver).toBe(dearer)
    }))
})

test('wrapped native currency goes in and comes out as a token', async () => {
  for (const sold of pools.native.tokens) {
    const request = asked([legOf(pools.native, sold)])
    const done = await executeTrade(rig, request, encodeSwapCalldata(rig, request))
    expect(done.user).toBe(-ether)
    expect(done.receiver).toBeGreaterThan((99n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  }
})

test('passes on the revert data of the pool', () =>
  rig.undone(async () => {
    await tell(master, 'setTokenSwapFee', [...pools.classic.tokens, 100_001])
    const [sold] = pools.classic.tokens as [Address]
    const refusal = await rig.refusal({
      from: rig.user,
      to: rig.router,
      data: encodeSwapCalldata(rig, asked([legOf(pools.classic, sold)])),
    })
    expect(refusal).not.toBe('done')
  }))

/** On our ports; one of the pools is of native currency. */
import { Interface } from 'ethers'
import { describe, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { computeLayerSlots, nativePlaceholder } from '#protocols/fluid-dex/abi'
import { protocol } from '#protocols/fluid-dex/index'
import { deployPort, describeAdapter, million, orderedPool, setUpAdapter, supply } from '#test/contracts/adapter-suite'
import { ether, type Rig } from '#test/contracts/rig'
import { writesOf } from './pools.ts'
import { lastOf, poolWords, tokenWords, usual } from './words.ts'

const ports = new Interface([
  'function write(uint256, uint256, uint256)',
  'function estimateSwapIn(address, bool, uint256, uint256) returns (uint256)',
])

/** A million of each supplied, and the same amounts owed; the wrapped token represents native currency. */
async function make(rig: Rig, layer: Address, [first, second]: readonly [Address, Address]): Promise<Pool> {
  const own = second === rig.tokens.w ? nativePlaceholder : second
  const types = ['address', 'address', 'address', 'uint8', 'uint8']
  const address = await deployPort(rig, 'FluidDexPort', types, [layer, first, own, 18, 18])
  for (const [i, one] of [first, own].entries()) {
    const side = i === 0 ? 0 : 1
    for (const { to, data } of writesOf(usual, side, layer, computeLayerSlots(address, one)))
      await rig.send({ from: rig.maker, to, data })
    if (one === nativePlaceholder) await rig.send({ from: rig.maker, to: layer, value: million })
    else await supply(rig, layer, [one], tokenWords(usual, side).held)
  }
  const { variables, variables2 } = poolWords(usual, lastOf(usual))
  const data = ports.encodeFunctionData('write', [variables, variables2, usual.age])
  await rig.send({ from: rig.maker, to: address, data })
  const facts = { decimals: [18, 18], ...(own === nativePlaceholder && { native1: true }) }
  return { ...orderedPool('fluid-dex', address, [first, second]), facts }
}

let resolver: Address
const stage = setUpAdapter(protocol, async (rig) => {
  const { a, b, w } = rig.tokens
  resolver = await deployPort(rig, 'FluidResolverPort')
  const layer = await deployPort(rig, 'FluidLayerPort')
  return { tokens: await make(rig, layer, [a, b]), native: await make(rig, layer, [b, w]) }
})

async function estimate(rig: Rig, { address, tokens }: Pool, sold: Address, amountIn: bigint): Promise<bigint> {
  const data = ports.encodeFunctionData('estimateSwapIn', [address, sold === tokens[0], amountIn, 0])
  return BigInt(await rig.simulate({ from: rig.user, to: resolver, data }))
}

describeAdapter(stage, {
  pools: ['tokens'],
  least: ether / 10n,
  routes: {
    'buys native currency': ({ rig, pools, legOf }) => [legOf(pools.native, rig.tokens.b)],
    'sells native currency': ({ rig, pools, legOf }) => [legOf(pools.native, rig.tokens.w)],
    'one after another': ({ rig, pools, legOf }) => [
      legOf(pools.tokens, rig.tokens.a),
      legOf(pools.native, rig.tokens.b),
    ],
  },
  said: ({ rig }, { pool, sold, amountIn }) => estimate(rig, pool, sold, amountIn),
})

describe('a pool of native', () => {
  test.each([0, 1])('gives to the wei what the resolver estimates for a sale of token %s', async (from) => {
    const { rig, pools, legOf, trade } = stage()
    const sold = pools.native.tokens[from] as Address
    const said = await estimate(rig, pools.native, sold, ether)
    expect(said).toBeGreaterThan(0n)
    expect((await trade([legOf(pools.native, sold)])).receiver).toBe(said)
  })
})

test('what a pool refuses with is passed on', () => {
  const { rig, pools, legOf, refusal } = stage()
  return rig.undone(async () => {
    const data = ports.encodeFunctionData('write', [0, 1n << 255n, 1])
    await rig.send({ from: rig.maker, to: pools.tokens.address, data })
    expect(await refusal([legOf(pools.tokens, rig.tokens.a)])).toContain('paused')
  })
})

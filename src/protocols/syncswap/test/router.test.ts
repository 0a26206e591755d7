/** On our ports. */
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/syncswap/index'
import { deployPort, describeAdapter, setUpAdapter, supply } from '#test/contracts/adapter-suite'
import { ether, poolOf, type Rig } from '#test/contracts/rig'

const ports = new Interface([
  'function setTokenSwapFee(address, address, uint24)',
  'function setSenderFee(address, uint24)',
  'function deposit(address, address)',
  'function sync()',
  'function getAmountOut(address, uint256, address) view returns (uint256)',
])

const tell = (rig: Rig, to: Address, name: string, values: readonly unknown[]) =>
  rig.send({ from: rig.maker, to, data: ports.encodeFunctionData(name, values) })

let master: Address
const stage = setUpAdapter(protocol, async (rig) => {
  const { a, b, w } = rig.tokens
  const vault = await deployPort(rig, 'SyncSwapVaultPort', ['address'], [w])
  master = await deployPort(rig, 'SyncSwapMasterPort', ['address'], [vault])
  /** Pools with a million of each token, and a fee of 0.1 %. */
  const make = async (pair: readonly [Address, Address], kind: 1 | 2): Promise<Pool> => {
    const tokens = pair.toSorted()
    const types = ['uint16', 'address', 'address', 'address', 'uint256', 'uint256']
    const address = await deployPort(rig, 'SyncSwapPoolPort', types, [kind, master, ...tokens, 1, 1])
    for (const ends of [tokens, tokens.toReversed()]) await tell(rig, master, 'setTokenSwapFee', [...ends, 100])
    for (const token of tokens) {
      await supply(rig, vault, [token])
      await tell(rig, vault, 'deposit', [token, address])
    }
    await tell(rig, address, 'sync', [])
    return poolOf('syncswap', address, tokens)
  }
  return { classic: await make([a, b], 1), stable: await make([a, b], 2), native: await make([a, w], 1) }
})

async function quote(rig: Rig, pool: Pool, sold: Address, [amountIn, sender]: readonly [bigint, Address]) {
  const data = ports.encodeFunctionData('getAmountOut', [sold, amountIn, sender])
  return BigInt(await rig.simulate({ from: rig.user, to: pool.address, data }))
}

describeAdapter(stage, {
  pools: ['classic', 'stable'],
  said: ({ rig, adapter }, { pool, sold, amountIn }) => quote(rig, pool, sold, [amountIn, adapter]),
})

test.each(['classic', 'stable'] as const)('%s: gives to the wei what it quotes with another fee for it', (kind) => {
  const { rig, adapter, pools, legOf, trade } = stage()
  return rig.undone(async () => {
    await tell(rig, master, 'setSenderFee', [adapter, 3_000])
    const dearer = await quote(rig, pools[kind], rig.tokens.a, [ether, adapter])
    expect(dearer).toBeLessThan(await quote(rig, pools[kind], rig.tokens.a, [ether, rig.user]))
    expect((await trade([legOf(pools[kind], rig.tokens.a)])).receiver).toBe(dearer)
  })
})

test('wrapped native currency goes in and comes out as a token', async () => {
  const { pools, legOf, trade } = stage()
  for (const sold of pools.native.tokens) {
    const done = await trade([legOf(pools.native, sold)])
    expect(done.user).toBe(-ether)
    expect(done.receiver).toBeGreaterThan((99n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  }
})

test('passes on the revert data of the pool', () => {
  const { rig, pools, legOf, refusal } = stage()
  return rig.undone(async () => {
    await tell(rig, master, 'setTokenSwapFee', [...pools.classic.tokens, 100_001])
    const [sold] = pools.classic.tokens as [Address]
    expect(await refusal([legOf(pools.classic, sold)])).not.toBe('done')
  })
})

/** On our ports. */
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/dodo-v2/index'
import { deployPort, describeAdapter, million, orderedPool, setUpAdapter, supply } from '#test/contracts/adapter-suite'
import { ether, type Rig } from '#test/contracts/rig'

const ports = new Interface([
  'function fill(uint256, uint256, uint256, uint256, uint8)',
  'function setFees(uint256, uint256)',
  'function querySellBase(address, uint256) view returns (uint256)',
  'function querySellQuote(address, uint256) view returns (uint256)',
])

const tell = (rig: Rig, to: Address, name: string, values: readonly unknown[]) =>
  rig.send({ from: rig.maker, to, data: ports.encodeFunctionData(name, values) })

/** A pool with a as base and b as quote, a million of each, with a fee of 0.12 %. */
async function make(rig: Rig, vending: boolean): Promise<Pool> {
  const tokens = [rig.tokens.a, rig.tokens.b]
  const address = await deployPort(rig, 'DodoPort', ['address', 'address', 'bool', 'bool'], [...tokens, vending, true])
  await supply(rig, address, tokens)
  await tell(rig, address, 'setFees', [10n ** 15n, 2n * 10n ** 14n])
  const shape = vending ? [ether / 2n, ether / 2n] : [ether, ether / 5_000n]
  await tell(rig, address, 'fill', [...shape, million, million, 0])
  return { ...orderedPool('dodo-v2', address, tokens), facts: { vending } }
}

const stage = setUpAdapter(protocol, async (rig) => ({
  machine: await make(rig, true),
  stable: await make(rig, false),
}))

describeAdapter(stage, {
  pools: ['machine', 'stable'],
  least: ether / 10n,
  async said({ rig, adapter }, { pool, sold, amountIn }) {
    const name = sold === pool.tokens[0] ? 'querySellBase' : 'querySellQuote'
    const data = ports.encodeFunctionData(name, [adapter, amountIn])
    return BigInt((await rig.simulate({ from: rig.user, to: pool.address, data })).slice(0, 66))
  },
})

test('what a vending machine refuses with is passed on', () => {
  const { rig, pools, legOf, refusal } = stage()
  return rig.undone(async () => {
    await tell(rig, pools.machine.address, 'setFees', [ether, ether])
    expect(await refusal([legOf(pools.machine, rig.tokens.a)])).not.toBe('done')
  })
})

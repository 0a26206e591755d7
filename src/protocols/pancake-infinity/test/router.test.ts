/** On our ports over Uniswap v4's own manager. */
import { AbiCoder, Interface } from 'ethers'
import { expect, test } from 'vitest'
import { type Address, amount, nativeToken } from '#domain/units'
import { protocol } from '#protocols/pancake-infinity/index'
import { readRecordedCode } from '#test/conformance/ticks/fixture'
import { deployPort, describeAdapter, setUpAdapter, supply } from '#test/contracts/adapter-suite'
import { deployVault } from '#test/contracts/far-pools'
import { createLeg, ether, poolOf } from '#test/contracts/rig'

const ports = new Interface([
  'function register(address)',
  'function adopt((address, address, address, address, uint24, bytes32) key)',
])
/** As in the pools of `deployVault`; no protocol fee. */
const [feePpm, spacing] = [3_000, 60]
const parameters = `0x${(BigInt(spacing) << 16n).toString(16).padStart(64, '0')}`

const stage = setUpAdapter(protocol, async (rig) => {
  const { a, b } = rig.tokens
  const inner = await deployVault(rig, [[a, b]])
  const viewCode = readRecordedCode('@uniswap/v4-periphery', 'StateView')
  const view = await rig.deploy(rig.maker, viewCode + new AbiCoder().encode(['address'], [inner]).slice(2))
  const vault = await deployPort(rig, 'InfinityVaultPort')
  const types = ['address', 'address', 'address', 'uint24']
  const manager = await deployPort(rig, 'CLPoolManagerPort', types, [vault, inner, view, 0])
  const tell = (to: Address, name: string, values: readonly unknown[]) =>
    rig.send({ from: rig.maker, to, data: ports.encodeFunctionData(name, values) })
  await tell(vault, 'register', [manager])
  const bare = poolOf(protocol.kind, manager, [a, b])
  await tell(manager, 'adopt', [[...bare.tokens, nativeToken, manager, feePpm, parameters]])
  for (const to of [vault, manager]) await supply(rig, to, [a, b], 1_000n * ether)
  return { pool: { ...bare, feePpm, facts: { id: '0x', spacing } } }
})

describeAdapter(stage, {
  pools: ['pool'],
  /** What the v3 pool with the same liquidity gives. */
  said: async ({ rig, trade }, { sold, amountIn }) =>
    (await trade([createLeg(rig.pools.ab3, sold)], { amountIn: amount(amountIn) })).receiver,
})

test('passes on the refusal of a fee without a pool, and of an address that is no manager', async () => {
  const { rig, pools, legOf, refusal } = stage()
  const { a, b } = rig.tokens
  expect(await refusal([legOf(pools.pool, a)])).toBe('done')
  // PoolNotInitialized() of the underlying manager
  expect(await refusal([legOf({ ...pools.pool, feePpm: 500 }, a)])).toBe('a pool is not started yet')
  const nothingThere = legOf(pools.pool, a)
  if (nothingThere.move.move !== 'adapter') throw new Error('it is no adapter')
  expect(await refusal([{ ...nothingThere, move: { ...nothingThere.move, target: b } }])).toBe('0x')
})

test('a direct callback gets nothing: the adapter is empty between trades', async () => {
  const { rig, adapter, pools } = stage()
  const types = ['address', 'address', 'address', 'address', 'uint256']
  const { a, b } = rig.tokens
  const values = [pools.pool.address, a, b, rig.stranger, BigInt(feePpm * 2 ** 24 + spacing)]
  const callback = new Interface(['function lockAcquired(bytes)'])
  const data = callback.encodeFunctionData('lockAcquired', [new AbiCoder().encode(types, values)])
  // SwapAmountCannotBeZero() of the manager
  expect(await rig.refusal({ from: rig.stranger, to: adapter, data })).toBe('the amount is too small to trade')
})

/** A wrapper over a module, which trades another token at the module's fees; on our ports. */
import { encodeBytes32String, Interface } from 'ethers'
import { expect, test } from 'vitest'
import { type Address, evm } from '#domain/units'
import { protocol } from '#protocols/psm/index'
import { runReading } from '#test/conformance/adapters/reading'
import {
  computeOut,
  deployPort,
  describeAdapter,
  orderedPool,
  setUpAdapter,
  supply,
} from '#test/contracts/adapter-suite'
import type { Rig } from '#test/contracts/rig'

const port = new Interface([
  'function file(bytes32, uint256)',
  'function pocket() view returns (address)',
  'function sellGem(address, uint256)',
])

/** A module of a and its DAI, which is c, with fees; the wrapper trades a and b. A million of each. */
const stage = setUpAdapter(protocol, async (rig) => {
  const { a, b, c } = rig.tokens
  const module = await deployPort(rig, 'PsmPort', ['address', 'address', 'uint8'], [a, c, 18])
  for (const [what, fee] of [
    ['tin', 10n ** 15n],
    ['tout', 3n * 10n ** 15n],
  ] as const)
    await rig.send({
      from: rig.maker,
      to: module,
      data: port.encodeFunctionData('file', [encodeBytes32String(what), fee]),
    })
  const pocket = await rig.simulate({ from: rig.user, to: module, data: port.encodeFunctionData('pocket') })
  const wrapper = await deployPort(rig, 'PsmWrapperPort', ['address', 'address'], [module, b])
  await supply(rig, evm(`0x${pocket.slice(-40)}`), [a])
  await supply(rig, module, [c])
  // what gems were sold for before: this port neither mints nor burns
  await supply(rig, wrapper, [b, c])
  return { wrapper: { ...orderedPool(protocol.kind, wrapper, [a, b]), base: module }, module }
})

describeAdapter(
  () => {
    const { pools, ...rest } = stage()
    return { ...rest, pools: { wrapper: pools.wrapper } }
  },
  { pools: ['wrapper'], said: ({ rig }, trade) => computeOut(rig, protocol, trade) },
)

const find = async (rig: Rig, address: Address, base: Address) => {
  const { a, b } = rig.tokens
  const chain = { call: (to: string, data: string) => rig.simulate({ from: rig.user, to: evm(to), data }) }
  const pools = [{ address, tokens: [a, b], feePpm: 0, base }]
  const venue = { protocol: protocol.kind, name: 'one', title: 'One', factory: address, feesPpm: [], pools }
  const [pool] = (await runReading(chain, protocol.find(venue, [a, b]))).value
  const isUsed = pool !== undefined && pool.skipReason === undefined
  return { pool, state: isUsed ? (await runReading(chain, protocol.load(pool))).value : undefined }
}

test('it can pay what the module holds, and no more', async () => {
  const { rig, pools } = stage()
  const { pool, state } = await find(rig, pools.wrapper.address, pools.module)
  expect(pool).toMatchObject({ base: pools.module, facts: { dai: rig.tokens.c } })
  expect(state).toMatchObject({ dai: 10n ** 24n, gems: 10n ** 24n, tin: 10n ** 15n, tout: 3n * 10n ** 15n })
})

test('it is skipped if it trades with another module than is stated', async () => {
  const { rig, pools } = stage()
  const other = await deployPort(rig, 'PsmPort', ['address', 'address', 'uint8'], [rig.tokens.a, rig.tokens.c, 18])
  expect((await find(rig, pools.wrapper.address, other)).pool?.skipReason).toBe('unmodelled')
})

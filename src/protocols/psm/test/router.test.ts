/** On our port. */
import { encodeBytes32String, Interface } from 'ethers'
import { expect, test } from 'vitest'
import { type Address, amount, evm } from '#domain/units'
import { protocol } from '#protocols/psm/index'
import {
  computeOut,
  deployPort,
  describeAdapter,
  orderedPool,
  setUpAdapter,
  supply,
} from '#test/contracts/adapter-suite'
import type { Rig } from '#test/contracts/rig'

const port = new Interface(['function file(bytes32, uint256)', 'function pocket() view returns (address)'])

const file = (rig: Rig, to: Address, what: string, value: bigint) =>
  rig.send({ from: rig.maker, to, data: port.encodeFunctionData('file', [encodeBytes32String(what), value]) })

/** A module with a as gem and b as DAI, a million of each, with a fee of 0.1 % each way. */
const stage = setUpAdapter(protocol, async (rig) => {
  const { a, b } = rig.tokens
  const address = await deployPort(rig, 'PsmPort', ['address', 'address', 'uint8'], [a, b, 18])
  for (const what of ['tin', 'tout']) await file(rig, address, what, 10n ** 15n)
  const pocket = await rig.simulate({ from: rig.user, to: address, data: port.encodeFunctionData('pocket') })
  await supply(rig, evm(`0x${pocket.slice(-40)}`), [a])
  await supply(rig, address, [b])
  return { module: orderedPool(protocol.kind, address, [a, b]) }
})

describeAdapter(stage, { pools: ['module'], said: ({ rig }, trade) => computeOut(rig, protocol, trade) })

test('passes on the revert data of the pool', () => {
  const { rig, pools, legOf, refusal } = stage()
  return rig.undone(async () => {
    await file(rig, pools.module.address, 'tin', 2n ** 256n - 1n)
    expect(await refusal([legOf(pools.module, rig.tokens.a)])).toMatch('sell-gem-halted')
  })
})

test('a unit of DAI that buys no gem is refused', () => {
  const { rig, pools, legOf, refusal } = stage()
  return rig.undone(async () => {
    const legs = [legOf(pools.module, rig.tokens.b)]
    expect(await refusal(legs, { amountIn: amount(1n) })).toBe('done')
    await file(rig, pools.module.address, 'tout', 10n ** 18n)
    expect(await refusal(legs, { amountIn: amount(1n) })).not.toBe('done')
  })
})

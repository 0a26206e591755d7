import { AbiCoder } from 'ethers'
import { expect, test } from 'vitest'
import { type Address, hex, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { protocol } from '#protocols/uniswap-v4/index'
import { setUpCreations } from '#test/indexing/creations'
import { dai, findVenue, uni } from '#test/indexing/pool-maker'

const abi = AbiCoder.defaultAbiCoder()
const { readPools, topic } = setUpCreations(protocol.creations)

test('native currency counts as its wrapped form and stays first; any hook is skipped', async () => {
  const venue = findVenue('uniswap-v4')
  const id = hex(`0x${'ab'.repeat(32)}`)
  const log = (first: Address, second: Address, hooks: Address) => ({
    topics: [topic ?? id, id, ...[first, second].map((one) => hex(abi.encode(['address'], [one])))],
    data: hex(abi.encode(['uint24', 'int24', 'address', 'uint160', 'int24'], [123, 7, hooks, 1n << 96n, -5])),
    block: 9,
  })
  const logs = [
    log(dai, uni, nativeToken),
    log(nativeToken, uni, nativeToken),
    log(dai, uni, network.wrapped),
    log(nativeToken, network.wrapped, nativeToken),
  ]
  const common = { address: id.slice(0, 42), feePpm: 123, block: 9 }
  expect(await readPools(venue, logs)).toEqual([
    { ...common, tokens: [dai, uni], facts: { id, spacing: 7 } },
    { ...common, tokens: [network.wrapped, uni], facts: { id, spacing: 7, native: true } },
    { ...common, tokens: [dai, uni], facts: { id, spacing: 7 }, skipReason: 'hooks' },
  ])
})

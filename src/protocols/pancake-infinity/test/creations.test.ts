import { AbiCoder, keccak256 } from 'ethers'
import { expect, test } from 'vitest'
import { flagFact, hexFact, numberFact } from '#domain/pools/facts'
import { type Address, hex, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { protocol } from '#protocols/pancake-infinity/index'
import { setUpCreations } from '#test/indexing/creations'
import { dai, findVenue, uni } from '#test/indexing/pool-maker'

const abi = AbiCoder.defaultAbiCoder()
const { readPools, topic } = setUpCreations(protocol.creations)

test('the spacing is above the hooks; hooks and dynamic fees are skipped', async () => {
  const venue = findVenue('pancake-infinity')
  const id = hex(`0x${'cd'.repeat(32)}`)
  const types = ['address', 'uint24', 'bytes32', 'uint160', 'int24']
  const log = ([first, second]: readonly [Address, Address], fee: number, parameters: bigint, hooks = nativeToken) => ({
    topics: [topic ?? id, id, ...[first, second].map((one) => hex(abi.encode(['address'], [one])))],
    data: hex(abi.encode(types, [hooks, fee, hex(`0x${parameters.toString(16).padStart(64, '0')}`), 1n << 96n, -5])),
    block: 9,
  })
  const spacing = 7n << 16n
  const logs = [
    log([dai, uni], 123, spacing),
    log([dai, uni], 123, spacing, network.wrapped),
    log([dai, uni], 123, spacing + 0x40n),
    log([dai, uni], 0x80_0000, spacing),
    log([nativeToken, uni], 123, spacing),
    log([nativeToken, network.wrapped], 123, spacing),
  ]
  const made = { address: id.slice(0, 42), tokens: [dai, uni], feePpm: 123, facts: { id, spacing: 7 }, block: 9 }
  expect(await readPools(venue, logs)).toEqual([
    made,
    { ...made, skipReason: 'hooks' },
    { ...made, skipReason: 'hooks' },
    { ...made, feePpm: 0, skipReason: 'plugin' },
    { ...made, tokens: [network.wrapped, uni], facts: { ...made.facts, native: true } },
  ])
})

test('the entry’s data on its pools equals their keys', () => {
  const { factory, pools = [] } = findVenue('pancake-infinity')
  expect(pools.length).toBe(4)
  for (const pool of pools) {
    const parameters = hex(`0x${(BigInt(numberFact(pool, 'spacing')) << 16n).toString(16).padStart(64, '0')}`)
    const words = ['address', 'address', 'address', 'address', 'uint24', 'bytes32']
    const currencies = flagFact(pool, 'native') ? [nativeToken, ...pool.tokens.slice(1)] : pool.tokens
    const key = abi.encode(words, [...currencies, nativeToken, factory, pool.feePpm, parameters])
    expect(hexFact(pool, 'id')).toBe(keccak256(key))
    expect(pool.address).toBe(keccak256(key).slice(0, 42))
  }
})

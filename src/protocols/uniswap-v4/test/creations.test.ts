import { AbiCoder } from 'ethers'
import { expect, test } from 'vitest'
import { type Address, evm, hex, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { protocol } from '#protocols/uniswap-v4/index'
import { setUpCreations } from '#test/indexing/creations'
import { dai, findVenue, uni } from '#test/indexing/pool-maker'

const abi = AbiCoder.defaultAbiCoder()
const { readPools, topic } = setUpCreations(protocol.creations)

const venue = findVenue('uniswap-v4')
const id = hex(`0x${'ab'.repeat(32)}`)
const common = { address: id.slice(0, 42), feePpm: 123, block: 9 }

const createLog = (first: Address, second: Address, hooks: Address, fee = 123) => ({
  topics: [topic ?? id, id, ...[first, second].map((one) => hex(abi.encode(['address'], [one])))],
  data: hex(abi.encode(['uint24', 'int24', 'address', 'uint160', 'int24'], [fee, 7, hooks, 1n << 96n, -5])),
  block: 9,
})

test('native currency counts as its wrapped form and stays first; paired with that form, it is no pair', async () => {
  const logs = [
    createLog(dai, uni, nativeToken),
    createLog(nativeToken, uni, nativeToken),
    createLog(nativeToken, network.wrapped, nativeToken),
  ]
  expect(await readPools(venue, logs)).toEqual([
    { ...common, tokens: [dai, uni], facts: { id, spacing: 7 } },
    { ...common, tokens: [network.wrapped, uni], facts: { id, spacing: 7, native: true } },
  ])
})

/** An address with these fourteen bits at its end. */
const withBits = (bits: number) => evm(`0xfeedfeedfeedfeedfeedfeedfeedfeedfeed${bits.toString(16).padStart(4, '0')}`)

test.each([
  ['before a swap', 0x0080],
  ['after a swap', 0x0040],
  ['amounts returned before a swap', 0x0088],
  ['amounts returned after a swap', 0x0044],
  ['all there are', 0x3fff],
])('a hook with a permission of swaps is skipped: %s', async (_, bits) => {
  const hooks = withBits(bits)
  expect(await readPools(venue, [createLog(dai, uni, hooks)])).toEqual([
    { ...common, tokens: [dai, uni], facts: { id, spacing: 7, hooks }, skipReason: 'hooks' },
  ])
})

test.each([
  ['none', 0x0000],
  ['initialization', 0x3000],
  ['liquidity, and its amounts', 0x0f03],
  ['donations', 0x0030],
  ['all but those of swaps', 0x3f33],
  ['bits above the fourteenth', 0xc000],
])('a hook without a permission of swaps is not: %s', async (_, bits) => {
  const hooks = withBits(bits)
  expect(await readPools(venue, [createLog(dai, uni, hooks)])).toEqual([
    { ...common, tokens: [dai, uni], facts: { id, spacing: 7, hooks } },
  ])
})

test('a hook that may set the fee, and one of native currency, are skipped', async () => {
  const hooks = withBits(0x3000)
  const [dynamic] = (await readPools(venue, [createLog(dai, uni, hooks, 0x80_0000)])) as readonly object[]
  expect(dynamic).toMatchObject({ feePpm: 0, skipReason: 'hooks' })
  const [native] = (await readPools(venue, [createLog(nativeToken, uni, hooks)])) as readonly object[]
  expect(native).toMatchObject({ facts: { native: true, hooks }, skipReason: 'unmodelled' })
})

/** Pools that adapters derive from logs, compared with the sandbox entry's data on the same pools. */

import { readFileSync } from 'node:fs'
import { AbiCoder, getCreateAddress, Interface, keccak256 } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import type { Reading } from '#domain/calls/reads'
import { flagFact, hexFact, numberFact } from '#domain/pools/facts'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { protocol as balancerV2 } from '#protocols/balancer-v2/index'
import { protocol as infinity } from '#protocols/pancake-infinity/index'
import { protocol as uniswapV4 } from '#protocols/uniswap-v4/index'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { dai, findVenue, uni } from './pool-maker.ts'

let node: RunningChain
beforeAll(async () => {
  node = await startChain()
})
afterAll(() => node.stop())

async function carriedOut<T>(reading: Reading<T>): Promise<T> {
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: [node.url] })
  let step = reading.next([])
  while (!step.done) step = reading.next(await chain.read(step.value))
  return step.value
}

const vault = new Interface(['function getPoolTokens(bytes32) view returns (address[], uint256[], uint256)'])
const abi = AbiCoder.defaultAbiCoder()
const v2 = findVenue('balancer-v2')

async function registration(poolId: Hex, lent = false) {
  const data = vault.encodeFunctionData('getPoolTokens', [poolId])
  const answer = await node.rpc<Hex>('eth_call', { to: v2.factory, data }, 'latest')
  const [tokens] = vault.decodeFunctionResult('getPoolTokens', answer)
  const managers = [...tokens].map(() => (lent ? v2.factory : nativeToken))
  return {
    topics: [balancerV2.creations?.topics[0] ?? hex('0x'), poolId],
    data: hex(abi.encode(['address[]', 'address[]'], [[...tokens], managers])),
    block: 7,
  }
}

test('Balancer v2: all of a pool’s data in the entry follows from its log and its contracts', async () => {
  const known = v2.pools ?? []
  expect(known.map(({ facts }) => facts?.['curve'])).toEqual(['weighted', 'weighted', 'stable', 'stable'])
  const logs = await Promise.all(known.map((pool) => registration(hexFact(pool, 'poolId'))))
  const made = await carriedOut(balancerV2.creations?.pools(v2, logs) as Reading<unknown>)
  expect(made).toEqual(known.map((pool) => ({ ...pool, block: 7 })))
})

test('Balancer v2: pools that lend out tokens or come from an unknown factory are skipped', async () => {
  const [pool] = v2.pools ?? []
  if (pool === undefined) throw new Error('there is none')
  const read = async (venue: typeof v2, lent: boolean) => {
    const log = await registration(hexFact(pool, 'poolId'), lent)
    return carriedOut(balancerV2.creations?.pools(venue, [log]) as Reading<unknown>)
  }
  const { facts: _, ...bare } = pool
  const unmodelled = [{ ...bare, block: 7, skipReason: 'unmodelled' }]
  expect(await read(v2, true)).toEqual(unmodelled)
  expect(await read({ ...v2, facts: {} }, false)).toEqual(unmodelled)
  const { contracts } = JSON.parse(readFileSync('src/protocols/balancer-v2/test/recorded-code.data.json', 'utf8')) as {
    contracts: Readonly<Record<string, string>>
  }
  const { treasury } = sandboxGround
  await node.rpc('anvil_impersonateAccount', treasury)
  await node.rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
  const nonce = Number(await node.rpc<Hex>('eth_getTransactionCount', treasury, 'latest'))
  const code = `${contracts['FirstWeightedPoolFactory']}${abi.encode(['address'], [v2.factory]).slice(2)}`
  await sendFrom(node.rpc, { from: treasury, data: hex(code) })
  const other = evm(getCreateAddress({ from: treasury, nonce }))
  const first = { ...v2, facts: { weighted: [other] } }
  expect(await read(first, false)).toEqual(unmodelled)
})

test('Uniswap v4: native currency counts as its wrapped form and stays first; any hook is skipped', async () => {
  const venue = findVenue('uniswap-v4')
  const id = hex(`0x${'ab'.repeat(32)}`)
  const log = (first: Address, second: Address, hooks: Address) => ({
    topics: [
      uniswapV4.creations?.topics[0] ?? id,
      id,
      ...[first, second].map((one) => hex(abi.encode(['address'], [one]))),
    ],
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
  expect(await carriedOut(uniswapV4.creations?.pools(venue, logs) as Reading<unknown>)).toEqual([
    { ...common, tokens: [dai, uni], facts: { id, spacing: 7 } },
    { ...common, tokens: [network.wrapped, uni], facts: { id, spacing: 7, native: true } },
    { ...common, tokens: [dai, uni], facts: { id, spacing: 7 }, skipReason: 'hooks' },
  ])
})

test('PancakeSwap Infinity: the spacing is above the hooks; hooks and dynamic fees are skipped', async () => {
  const venue = findVenue('pancake-infinity')
  const id = hex(`0x${'cd'.repeat(32)}`)
  const types = ['address', 'uint24', 'bytes32', 'uint160', 'int24']
  const log = ([first, second]: readonly [Address, Address], fee: number, parameters: bigint, hooks = nativeToken) => ({
    topics: [
      infinity.creations?.topics[0] ?? id,
      id,
      ...[first, second].map((one) => hex(abi.encode(['address'], [one]))),
    ],
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
  expect(await carriedOut(infinity.creations?.pools(venue, logs) as Reading<unknown>)).toEqual([
    made,
    { ...made, skipReason: 'hooks' },
    { ...made, skipReason: 'hooks' },
    { ...made, feePpm: 0, skipReason: 'plugin' },
    { ...made, tokens: [network.wrapped, uni], facts: { ...made.facts, native: true } },
  ])
})

test('PancakeSwap Infinity: the entry’s data on its pools equals their keys', () => {
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

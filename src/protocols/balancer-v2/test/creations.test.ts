import { readFileSync } from 'node:fs'
import { AbiCoder, getCreateAddress, Interface } from 'ethers'
import { expect, test } from 'vitest'
import { hexFact } from '#domain/pools/facts'
import { evm, type Hex, hex, nativeToken } from '#domain/units'
import { protocol } from '#protocols/balancer-v2/index'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { setUpCreations } from '#test/indexing/creations'
import { findVenue } from '#test/indexing/pool-maker'

const { readPools, getNode, topic } = setUpCreations(protocol.creations)

const vault = new Interface(['function getPoolTokens(bytes32) view returns (address[], uint256[], uint256)'])
const abi = AbiCoder.defaultAbiCoder()
const v2 = findVenue('balancer-v2')

async function registration(poolId: Hex, lent = false) {
  const data = vault.encodeFunctionData('getPoolTokens', [poolId])
  const answer = await getNode().rpc<Hex>('eth_call', { to: v2.factory, data }, 'latest')
  const [tokens] = vault.decodeFunctionResult('getPoolTokens', answer)
  const managers = [...tokens].map(() => (lent ? v2.factory : nativeToken))
  return {
    topics: [topic ?? hex('0x'), poolId],
    data: hex(abi.encode(['address[]', 'address[]'], [[...tokens], managers])),
    block: 7,
  }
}

test('all of a pool’s data in the entry follows from its log and its contracts', async () => {
  const known = v2.pools ?? []
  expect(known.map(({ facts }) => facts?.['curve'])).toEqual(['weighted', 'weighted', 'stable', 'stable'])
  const logs = await Promise.all(known.map((pool) => registration(hexFact(pool, 'poolId'))))
  const made = await readPools(v2, logs)
  expect(made).toEqual(known.map((pool) => ({ ...pool, block: 7 })))
})

test('pools that lend out tokens or come from an unknown factory are skipped', async () => {
  const [pool] = v2.pools ?? []
  if (pool === undefined) throw new Error('there is none')
  const read = async (venue: typeof v2, lent: boolean) => {
    const log = await registration(hexFact(pool, 'poolId'), lent)
    return readPools(venue, [log])
  }
  const { facts: _, ...bare } = pool
  const unmodelled = [{ ...bare, block: 7, skipReason: 'unmodelled' }]
  expect(await read(v2, true)).toEqual(unmodelled)
  expect(await read({ ...v2, facts: {} }, false)).toEqual(unmodelled)
  const { contracts } = JSON.parse(readFileSync('src/protocols/balancer-v2/test/recorded-code.data.json', 'utf8')) as {
    contracts: Readonly<Record<string, string>>
  }
  const { treasury } = sandboxGround
  await getNode().rpc('anvil_impersonateAccount', treasury)
  await getNode().rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
  const nonce = Number(await getNode().rpc<Hex>('eth_getTransactionCount', treasury, 'latest'))
  const code = `${contracts['FirstWeightedPoolFactory']}${abi.encode(['address'], [v2.factory]).slice(2)}`
  await sendFrom(getNode().rpc, { from: treasury, data: hex(code) })
  const other = evm(getCreateAddress({ from: treasury, nonce }))
  const first = { ...v2, facts: { weighted: [other] } }
  expect(await read(first, false)).toEqual(unmodelled)
})

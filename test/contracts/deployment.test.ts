/** One address for every chain: CREATE2 of the pinned code on two chains that differ as much as possible. */
import { readdirSync } from 'node:fs'
import { getCreate2Address, keccak256 } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Address, evm, type Hex } from '#domain/units'
import { adapters } from '#encoding/contracts/adapters'
import { isPinnedCode } from '#encoding/contracts/pinned-contract'
import { type Deployable, deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { type Anvil, startAnvil } from './anvil.ts'

const chainIds = [1, 8453]
let chains: readonly Anvil[]
beforeAll(async () => {
  chains = await Promise.all(chainIds.map((id) => startAnvil('--chain-id', String(id))))
})
afterAll(() => {
  for (const { close } of chains) close()
})

const contracts: readonly (readonly [string, Deployable])[] = (['cancun', 'storage'] as const).flatMap((router) =>
  listDeployables({ router }).map((one) => [one.name === 'router' ? `the ${router} router` : one.name, one] as const),
)
const each = [...new Map(contracts)]
const codeAt = ({ rpc }: Anvil, address: Address) => rpc<Hex>('eth_getCode', address, 'latest')

test('two routers and every adapter are pinned, each at its own address', () => {
  const folders = readdirSync('src/protocols', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const contracts = folders
    .flatMap(({ name }) => readdirSync(`src/protocols/${name}`))
    .filter((file) => /\.sol$/.test(file))
  expect(adapters.length).toBe(contracts.length)
  const names = adapters.map(({ name }) => name)
  expect(each.map(([name]) => name)).toEqual(['the cancun router', ...names, 'the storage router'])
  expect(new Set(each.map(([, { address }]) => address)).size).toBe(each.length)
})

describe.each(each)('%s', (_, contract) => {
  const { address, codeHash, data } = contract

  test('is pinned at the address where the deployer puts its init code', () => {
    const [salt, initCode] = [data.slice(0, 66), `0x${data.slice(66)}`]
    expect(address).toBe(evm(getCreate2Address(deployer, salt, keccak256(initCode)).toLowerCase()))
  })

  test('gets the same address and code on chains with different ids, from any sender', async () => {
    const codes: Hex[] = []
    for (const [i, chain] of chains.entries()) {
      expect(Number(await chain.rpc('eth_chainId'))).toBe(chainIds[i])
      expect(await codeAt(chain, address)).toBe('0x')
      const from = (await chain.rpc<readonly string[]>('eth_accounts'))[i]
      const sent = { from, to: deployer, data, gas: '0x1000000' }
      expect(await chain.rpc('eth_sendTransactionSync', sent)).toMatchObject({ status: '0x1' })
      codes.push(await codeAt(chain, address))
    }
    expect(codes.map((code) => isPinnedCode(contract, code))).toEqual([true, true])
    expect(codes.map((code) => keccak256(code))).toEqual([codeHash, codeHash])
  })
})

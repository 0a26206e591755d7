/** Tokens beyond the hubs: a token that is paired with none of them gets a route, within two round trips. */
import { randomUUID } from 'node:crypto'
import { getCreateAddress, Interface } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDeployedContracts } from '#app/deployed-contracts'
import { createQuote } from '#app/quoting/create-quote'
import { createChain } from '#chain/create-chain'
import type { Network } from '#domain/network'
import type { PoolIndex } from '#domain/pools/creations'
import { placeholderSender } from '#domain/quotes/quote'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { network as sandbox } from '#networks/entries/sandbox'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { getTestContractCode } from '../contracts/compile.ts'
import { createQuoteRequest } from '../trade/fixture.ts'
import { onlyFrom } from './faults.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, everyFamily } from './setup.ts'

const { tokens, treasury } = sandboxGround
const [staked, usdc, weth] = [tokens.wstETH.address, tokens.USDC.address, sandbox.wrapped]
const whole = 10n ** 18n
/** Without the pool of Maverick, of which some trades need a wider reading: another round trip. */
const venues = sandbox.venues.filter(({ protocol }) => protocol !== 'maverick-v2')
const plain: Network = { ...sandbox, venues }
const network: Network = { ...plain, intermediates: [staked, tokens.UNI.address] }
const erc20 = new Interface(['function mint(address,uint256)', 'function transfer(address,uint256)'])
const pairs = new Interface(['function createPair(address,address) returns (address)', 'function mint(address)'])

let node: RunningChain
let proxy: FaultProxy
/** Paired with wstETH only. */
let remote: Address
beforeAll(async () => {
  node = await startChain()
  proxy = await startProxy(node.url)
  await node.rpc('anvil_impersonateAccount', treasury)
  await node.rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
  remote = await deployTokenPairedWith(staked)
})
afterAll(async () => {
  await proxy.close()
  await node.stop()
})
afterEach(() => proxy.rules([]))

async function deployTokenPairedWith(other: Address): Promise<Address> {
  const send = (to: Address, data: string) => sendFrom(node.rpc, { from: treasury, to, data: hex(data) })
  const nonce = Number(await node.rpc<Hex>('eth_getTransactionCount', treasury, 'latest'))
  await sendFrom(node.rpc, { from: treasury, data: hex(getTestContractCode('TradeTaxToken')) })
  const token = evm(getCreateAddress({ from: treasury, nonce }))
  const factory = sandbox.venues[0]?.factory ?? token
  const data = pairs.encodeFunctionData('createPair', [token, other])
  const pair = evm(`0x${(await node.rpc<Hex>('eth_call', { from: treasury, to: factory, data }, 'latest')).slice(-40)}`)
  await send(factory, data)
  await send(token, erc20.encodeFunctionData('mint', [pair, 1_000n * whole]))
  await send(other, erc20.encodeFunctionData('transfer', [pair, 10n * whole]))
  await send(pair, pairs.encodeFunctionData('mint', [treasury]))
  return token
}

async function quote(of: Network, [sell, buy]: readonly [Address, Address], memory = createMemory()) {
  proxy.forget()
  const chain = createChain({ clock, memory, protocols: everyFamily }, { network: of, urls: [proxy.url] })
  const context = {
    ...{ clock, uuid: randomUUID, chain: async () => chain, contracts: createDeployedContracts() },
    ...{ protocols: everyFamily, quotes: { put: async () => undefined } as never, index: noIndex },
  }
  const request = createQuoteRequest(sell, buy, whole / 10n, { from: placeholderSender, to: placeholderSender })
  const { route, poolsSeen } = await createQuote(context, request)
  return {
    path: [route.legs[0]?.tokenIn, ...route.legs.map((leg) => leg.tokenOut)],
    poolsSeen,
    posts: proxy.posts.length,
  }
}

const noIndex = { findBetween: async () => [] } as unknown as PoolIndex

test('a token paired with an intermediate only gets a route in two round trips, and in one from then on', async () => {
  const memory = createMemory()
  const cold = await quote(network, [remote, usdc], memory)
  expect(cold.path.slice(0, 2)).toEqual([remote, staked])
  expect(cold.path.at(-1)).toBe(usdc)
  expect(cold.posts).toBe(2)
  expect(await quote(network, [remote, usdc], memory)).toEqual({ ...cold, posts: 1 })
  const bought = await quote(network, [weth, remote])
  expect(bought.path.slice(-2)).toEqual([staked, remote])
  expect(bought.posts).toBe(2)
})

test('without intermediates it has none', async () => {
  await expect(quote(plain, [remote, usdc])).rejects.toMatchObject({ code: 'NO_ROUTE' })
})

test('a pair of hubs is looked for as without intermediates', async () => {
  expect(await quote(network, [weth, usdc])).toEqual(await quote(plain, [weth, usdc]))
})

test('pools of an intermediate that neither end is paired with are not read', async () => {
  const { snapshot } = await createChain(
    { clock, memory: createMemory(), protocols: everyFamily },
    { network, urls: [proxy.url] },
  ).survey({
    tokens: [remote, ...network.hubs],
    partners: { of: [remote], candidates: [staked, tokens.UNI.address] },
    venues: network.venues,
    ...{ reads: [], balances: [] },
  })
  const holding = (token: Address) => snapshot.pools.filter(({ pool }) => pool.tokens.includes(token)).length
  expect(holding(tokens.UNI.address)).toBe(0)
  // the new pair, and those of the sandbox with a hub
  expect(holding(staked)).toBeGreaterThan(3)
})

test.each(['create', 'revert', 'multicall'] as const)('the same pools are read in the mode %s', async (mode) => {
  const { poolsSeen, path } = await quote(network, [remote, usdc])
  proxy.rules(onlyFrom[mode])
  expect(await quote(network, [remote, usdc])).toMatchObject({ poolsSeen, path })
})

/** Fee-on-transfer tokens, tested on pools of a real chain. */
import { getCreateAddress, Interface } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ProductState } from '#amm/product'
import { createChain } from '#chain/create-chain'
import { createTransferProbe } from '#chain/survey/transfer-probe'
import { uintAt } from '#domain/calls/words'
import type { ChainMemory, PoolSurveyRequest } from '#domain/chain/survey'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { protocol as pairFamily } from '#protocols/uniswap-v2/index'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { getTestContractCode } from '../contracts/compile.ts'
import { ignoreOverride, refuseOverride } from './faults.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, protocols } from './setup.ts'

const { tokens, treasury } = sandboxGround
const { withTransferFees: _, ...unmeasured } = pairFamily
const whole = 10n ** 18n

let node: RunningChain
let proxy: FaultProxy
beforeAll(async () => {
  node = await startChain()
  proxy = await startProxy(node.url)
  await node.rpc('anvil_impersonateAccount', treasury)
  await node.rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
})
afterAll(async () => {
  await proxy.close()
  await node.stop()
})
afterEach(() => proxy.rules([]))

async function surveyPools(
  token: Address,
  memory: ChainMemory = createMemory(),
  venues: PoolSurveyRequest['venues'] = network.venues,
) {
  proxy.forget()
  const chain = createChain({ clock, memory, protocols }, { network, urls: [proxy.url] })
  const { snapshot } = await chain.survey({ tokens: [token, ...network.hubs], venues, reads: [], balances: [] })
  const withToken = <T extends { readonly pool: { readonly tokens: readonly Address[] } }>(list: readonly T[]): T[] =>
    list.filter(({ pool }) => pool.tokens.includes(token))
  return {
    pools: withToken(snapshot.pools).length,
    others: snapshot.pools.length,
    skipped: withToken(snapshot.skipped ?? []).map(({ reason }) => reason),
    fees: withToken(snapshot.pools).flatMap(({ state }) =>
      ((state as ProductState).transferFees ?? []).filter((fee) => fee !== undefined),
    ),
    posts: proxy.posts.length,
  }
}

async function listPairs(token: Address, memory: ChainMemory): Promise<readonly Address[]> {
  const chain = createChain({ clock, memory, protocols }, { network, urls: [proxy.url] })
  const asked = { tokens: [token, ...network.hubs], venues: network.venues, reads: [], balances: [] }
  const { snapshot } = await chain.survey(asked)
  return snapshot.pools.flatMap(({ pool }) => (pool.tokens.includes(token) ? [pool.address] : []))
}

const rule = (ppm: number) => ({ ppm, roundsUp: false })
const percent = { bought: rule(10_000), sold: rule(10_000) }

describe('the sandbox’s token with a fee of one percent', () => {
  const fot = tokens.FOT.address

  test('is measured without another round trip, in one from then on', async () => {
    const memory = createMemory()
    const honest = await surveyPools(tokens.UNI.address)
    const cold = await surveyPools(fot, memory)
    expect(cold).toMatchObject({ pools: 2, skipped: [], fees: [percent, percent] })
    expect(cold.others).toBeGreaterThan(40)
    expect(cold.posts).toBe(honest.posts)
    const warm = await surveyPools(fot, memory)
    expect(warm).toEqual({ ...cold, posts: 1 })
  })

  test.each([
    ['refuses state overrides', refuseOverride],
    ['drops state overrides', ignoreOverride],
  ])('is not reported on a node that %s, as it cannot be tested', async (_, rule) => {
    proxy.rules([rule])
    expect(await surveyPools(fot)).toMatchObject({ pools: 2, skipped: [], fees: [] })
  })
})

test('no other token of the sandbox is reported', async () => {
  for (const { address, symbol } of network.tokens) {
    if (symbol === 'FOT') continue
    expect([symbol, (await surveyPools(address)).skipped]).toEqual([symbol, []])
  }
})

test.each(['uniswap-v2', 'uniswap-v3', 'pancake-v3'])(
  'pools of %s lend to the probe, and get it back',
  async (name) => {
    const venues = network.venues.filter(({ protocol }) => protocol === name)
    const tested = { tokens: [tokens.UNI.address, tokens.wstETH.address], venues }
    const [question] = createTransferProbe({ network, protocols }, tested, { block: 'latest' }).calls
    const answer = await node.rpc<Hex>('eth_call', ...(question?.params ?? []))
    // of each token one pool: its address, then what it lent, what arrived, what was sent back and what arrived of that
    const words = Array.from({ length: (answer.length - 2) / 64 }, (_, i) => uintAt(answer, i)).slice(2)
    expect(words.slice(0, 1)).toEqual([1n])
    const [lent = 0n, arrived = 0n, sent = 0n, back = 0n] = words.slice(2)
    expect(lent % 1_000_000n).toBe(999_999n)
    expect([arrived, sent, back]).toEqual([lent, lent, lent])
  },
)

const erc20 = new Interface([
  'function mint(address,uint256)',
  'function transfer(address,uint256)',
  'function setTax(address,uint256,uint256,uint256)',
])
const pairs = new Interface(['function createPair(address,address) returns (address)', 'function mint(address)'])
const send = (to: Address, data: string) => sendFrom(node.rpc, { from: treasury, to, data: hex(data) })

/** A token with one pair, which holds a thousand of it. */
async function deployTokenWith(tax: { readonly bought?: number; readonly sold?: number; readonly units?: bigint }) {
  const nonce = Number(await node.rpc<Hex>('eth_getTransactionCount', treasury, 'latest'))
  await sendFrom(node.rpc, { from: treasury, data: hex(getTestContractCode('TradeTaxToken')) })
  const token = evm(getCreateAddress({ from: treasury, nonce }))
  const [venue] = network.venues
  const factory = venue?.factory ?? token
  const data = pairs.encodeFunctionData('createPair', [token, network.wrapped])
  const pair = evm(`0x${(await node.rpc<Hex>('eth_call', { from: treasury, to: factory, data }, 'latest')).slice(-40)}`)
  await send(factory, data)
  await send(token, erc20.encodeFunctionData('mint', [pair, 1_000n * whole]))
  await send(network.wrapped, erc20.encodeFunctionData('transfer', [pair, whole]))
  await send(pair, pairs.encodeFunctionData('mint', [treasury]))
  const { bought = 0, sold = 0, units = 0n } = tax
  await send(token, erc20.encodeFunctionData('setTax', [pair, bought, sold, units]))
  return token
}

describe('a token that keeps, on transfer,', () => {
  test.each([
    ['a part of purchases only', { bought: 30_000 }],
    ['a part of sales only', { sold: 30_000 }],
    ['a ten-thousandth', { bought: 100, sold: 100 }],
  ])('%s is measured', async (_, tax) => {
    const { bought = 0, sold = 0 } = tax as { bought?: number; sold?: number }
    expect(await surveyPools(await deployTokenWith(tax))).toMatchObject({
      ...{ pools: 1, skipped: [] },
      fees: [{ bought: rule(bought), sold: rule(sold) }],
    })
  })

  test('a part and some units is refused: no one rule explains it', async () => {
    const token = await deployTokenWith({ bought: 30_000, units: 5n })
    expect(await surveyPools(token)).toMatchObject({ pools: 0, skipped: ['transfer_fee'] })
  })

  test('a part is refused where the router cannot measure what the pool received', async () => {
    const token = await deployTokenWith({ sold: 30_000 })
    const chain = createChain(
      { clock, memory: createMemory(), protocols: new Map([...protocols, ['uniswap-v2', unmeasured]]) },
      { network, urls: [proxy.url] },
    )
    const asked = { tokens: [token, ...network.hubs], venues: network.venues, reads: [], balances: [] }
    const { snapshot } = await chain.survey(asked)
    expect(snapshot.pools.filter(({ pool }) => pool.tokens.includes(token))).toEqual([])
    expect(snapshot.skipped?.map(({ reason }) => reason)).toEqual(['transfer_fee'])
  })

  test.each([
    ['nothing', {}],
    ['a unit or two, as share-based tokens do', { units: 2n }],
  ])('%s is not', async (_, tax) => {
    expect(await surveyPools(await deployTokenWith(tax))).toMatchObject({ pools: 1, skipped: [] })
  })

  test('nothing, and then a part: measured by the next quote, though its pools are remembered', async () => {
    const token = await deployTokenWith({})
    const memory = createMemory()
    expect(await surveyPools(token, memory)).toMatchObject({ pools: 1, fees: [] })
    const [pair] = await listPairs(token, memory)
    await send(token, erc20.encodeFunctionData('setTax', [pair, 30_000, 0, 0n]))
    expect(await surveyPools(token, memory)).toMatchObject({
      ...{ pools: 1, skipped: [], posts: 1 },
      fees: [{ bought: rule(30_000), sold: rule(0) }],
    })
    await send(token, erc20.encodeFunctionData('setTax', [pair, 30_000, 0, 5n]))
    expect(await surveyPools(token, memory)).toMatchObject({ pools: 0, skipped: ['transfer_fee'], posts: 1 })
  })

  test('is reported even if the probe address holds some of the token', async () => {
    const token = await deployTokenWith({ bought: 10_000 })
    await send(token, erc20.encodeFunctionData('mint', ['0x0000000000000000000000000000000070726f62', 500n * whole]))
    expect(await surveyPools(token)).toMatchObject({ fees: [{ bought: rule(10_000), sold: rule(0) }] })
  })
})

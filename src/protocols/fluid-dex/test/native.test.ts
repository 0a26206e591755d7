/** A pool of Fluid DEX T1 with native currency, found as a pool of the wrapped token and traded through the adapter. */
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { computeLayerSlots, nativePlaceholder } from '#protocols/fluid-dex/abi'
import { protocol } from '#protocols/fluid-dex/index'
import type { FluidState } from '#protocols/fluid-dex/state'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createAdapterFixture, createCallBuilder } from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { anyTrade, callsOfPort, writesOf } from './pools.ts'
import { lastOf, poolWords, usual } from './words.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const trades = 120
const plenty = 10n ** 27n

/** In place of Multicall3: returns the time, and for a call with an argument the native balance of an account. */
const clock = '0x600436116010574260005260206000f35b6004353160005260206000f3'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

let chain: LocalChain
let fixture: AdapterFixture
let pool: Pool
let wrapped: Address
beforeAll(async () => {
  chain = await startChain()
  await chain.answer({ method: 'anvil_setCode', params: [multicall3, clock] })
  fixture = await createAdapterFixture(chain)
  pool = await openPool()
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)
const endow = (to: Address) => chain.answer({ method: 'anvil_setBalance', params: [to, `0x${plenty.toString(16)}`] })

async function openPool(): Promise<Pool> {
  const { deploy, driver } = fixture
  wrapped = await deploy(createRequire(import.meta.url)('canonical-weth/build/contracts/WETH9.json').bytecode)
  const layer = await deploy(port('FluidLayerPort'))
  const resolver = await deploy(port('FluidResolverPort'))
  const coin = await fixture.deployCoin(18)
  const types = ['address', 'address', 'address', 'uint8', 'uint8']
  const address = await deploy(port('FluidDexPort'), types, [layer, coin, nativePlaceholder, 18, 18])
  await Promise.all([endow(driver), endow(layer)])
  const { variables, variables2 } = poolWords(usual, lastOf(usual))
  const { step } = createCallBuilder(['function deposit() payable'])
  await fixture.runSteps([
    { ...step(wrapped, 'deposit'), value: plenty / 2n },
    callsOfPort(coin, 'transfer', layer, plenty),
    callsOfPort(resolver, 'add', address, coin, nativePlaceholder, 100),
    ...([0, 1] as const).flatMap((i) =>
      writesOf(usual, i, layer, computeLayerSlots(address, i === 0 ? coin : nativePlaceholder)),
    ),
    callsOfPort(address, 'write', variables, variables2, usual.age),
  ])
  const facts = { resolver, liquidity: layer, wrapped }
  const venue = { protocol: protocol.kind, name: 'fluid', title: 'Fluid DEX', factory: resolver, feesPpm: [], facts }
  const [found] = (await run(protocol.find(venue, [wrapped, coin]))).value
  if (found === undefined) throw new Error('it is not found')
  return found
}

test('lists native currency as the wrapped token, and the facts name its side', () => {
  expect(pool.tokens[1]).toBe(wrapped)
  expect(pool.facts).toEqual({ decimals: [18, 18], native1: true })
  const asked = (from: number) => protocol.move(pool, { from, to: 1 - from, amountIn: 1n as never })
  expect([asked(0), asked(1)]).toMatchObject([{ data: 1 + 4 }, { data: 2 }])
})

test(`${trades} trades, seed ${seed}: outputs and states equal ours`, async () => {
  const read = async (): Promise<FluidState> => (await run(protocol.load(pool))).value as FluidState
  let given = 0
  for (const plan of fc.sample(anyTrade, { seed, numRuns: trades })) {
    const state = await read()
    const trade = plan(state)
    if (trade.amountIn > plenty / 4n) continue
    const ours = protocol.amountOut(state, trade) ?? 0n
    expect(await fixture.quoteTrade(protocol, pool, trade)).toBe(ours)
    if (ours === 0n) continue
    given += 1
    await fixture.measureGas(protocol, pool, trade)
    const left = await read()
    const after = protocol.stateAfter(state, trade)
    expect(left.tokens.map(({ held }) => held)).toEqual(after.tokens.map(({ held }) => held))
    expect(left.tokens.map(({ supply, debt }) => [supply?.amount, debt?.amount])).toEqual(
      after.tokens.map(({ supply, debt }) => [supply?.amount, debt?.amount]),
    )
  }
  expect(given).toBeGreaterThan(trades / 5)
}, 120_000)

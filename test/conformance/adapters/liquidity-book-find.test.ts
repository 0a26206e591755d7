/** What a factory of Liquidity Book is asked, and a pair, on ports of both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/protocol'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/liquidity-book/index'
import { type LocalChain, startChain } from '../chain.ts'
import { port } from './compile.ts'
import { openPools, type Scenario, stateOf } from './pools/liquidity-book.ts'
import { readingOn } from './reading.ts'
import { callsOf, openStage, type Prepared, type Stage } from './stage.ts'

const { step } = callsOf(['function add(address, address, address, uint256)', 'function setHooks(bytes32)'])
const ether = 10n ** 18n
const bins = Array.from({ length: 12 }, () => ether)
const scenario: Scenario = {
  ...{ which: 2, at: 0, below: bins, active: [ether, ether], above: bins },
  ...{ accumulator: 300_000, reference: 100_000, moved: 3, age: 0 },
}

let chain: LocalChain
let stage: Stage
let prepared: Prepared<unknown>
let venue: Venue
beforeAll(async () => {
  chain = await startChain()
  await chain.placeClock()
  stage = await openStage(chain)
  prepared = (await openPools(stage))(scenario)
  const factory = await stage.deploy(port('LiquidityBookFactoryPort'))
  await stage.lay([step(factory, 'add', prepared.pool.address, ...prepared.pool.tokens, 25), ...prepared.steps])
  const facts = { binSteps: [10, 25, 100] }
  venue = { protocol: protocol.kind, name: 'lfj', title: 'LFJ', factory, feesPpm: [], facts }
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

const found = async (): Promise<Pool | undefined> => {
  const [a, b] = prepared.pool.tokens as [Address, Address]
  return (await run(protocol.find(venue, [b, a]))).value[0]
}

test('a pair is found by its step, and read with its bins in two rounds', async () => {
  const pool = await found()
  expect(pool).toEqual({ ...prepared.pool, venue, feePpm: 2_500, facts: { binStep: 25 } })
  if (pool === undefined) return
  const { value, rounds } = await run(protocol.load(pool))
  const state = stateOf(scenario, prepared.pool.facts?.['xFirst'] === true ? 0 : 1)
  expect(value).toEqual({ ...state, volatility: { ...state.volatility, age: expect.any(BigInt) } })
  expect(rounds).toBe(2)
})

test('a pair with hooks in its swaps is left out, one with others is not', async () => {
  const pool = await found()
  if (pool === undefined) throw new Error('it is not found')
  await stage.lay([step(pool.address, 'setHooks', `0x${(1n << 164n).toString(16).padStart(64, '0')}`)])
  expect((await run(protocol.load(pool))).value).toBeDefined()
  await stage.lay([step(pool.address, 'setHooks', `0x${(1n << 161n).toString(16).padStart(64, '0')}`)])
  await expect(run(protocol.load(pool))).rejects.toThrow('left out: hooks')
  await stage.lay([step(pool.address, 'setHooks', `0x${'0'.repeat(64)}`)])
})

test('a pair of another step than is said is left out, as it says other outputs', async () => {
  const pool = await found()
  if (pool === undefined) throw new Error('it is not found')
  await expect(run(protocol.load({ ...pool, facts: { binStep: 26 } }))).rejects.toThrow('left out: unmodelled')
})

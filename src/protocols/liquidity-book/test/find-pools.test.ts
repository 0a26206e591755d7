/** What is read from a factory of Liquidity Book and from a pair, on ports of both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeLensAnswer } from '#chain/lens/answer'
import { lensCode } from '#chain/lens/code.gen'
import { encodeLensInput, findPoolOfItem } from '#chain/lens/input'
import { findRevertData } from '#chain/rpc/revert-data'
import type { Extent, Pool, Venue } from '#domain/pools/protocol'
import { reaches } from '#domain/pools/tick-reach'
import { type Address, amount } from '#domain/units'
import { protocol } from '#protocols/liquidity-book/index'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { openPools, type Scenario, stateOf } from './pools.ts'

const { step } = createCallBuilder(['function add(address, address, address, uint256)', 'function setHooks(bytes32)'])
const ether = 10n ** 18n
const bins = Array.from({ length: 38 }, () => ether / 10n)
const scenario: Scenario = {
  ...{ which: 2, at: 0, below: bins, active: [ether, ether], above: bins },
  ...{ accumulator: 300_000, reference: 100_000, moved: 3, age: 0 },
}

let chain: LocalChain
let fixture: AdapterFixture
let prepared: PreparedPool<unknown>
let venue: Venue
beforeAll(async () => {
  chain = await startChain()
  await chain.placeClock()
  fixture = await createAdapterFixture(chain)
  prepared = (await openPools(fixture))(scenario)
  const factory = await fixture.deploy(port('LiquidityBookFactoryPort'))
  await fixture.runSteps([step(factory, 'add', prepared.pool.address, ...prepared.pool.tokens, 25), ...prepared.steps])
  const facts = { binSteps: [10, 25, 100] }
  venue = { protocol: protocol.kind, name: 'lfj', title: 'LFJ', factory, feesPpm: [], facts }
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

const found = async (): Promise<Pool | undefined> => {
  const [a, b] = prepared.pool.tokens as [Address, Address]
  return (await run(protocol.find(venue, [b, a]))).value[0]
}

test('finds a pair by its step, and reads it with its bins in two rounds', async () => {
  const pool = await found()
  expect(pool).toEqual({ ...prepared.pool, venue, feePpm: 2_500, facts: { binStep: 25 } })
  if (pool === undefined) return
  const { value, rounds } = await run(protocol.load(pool))
  const state = stateOf(scenario, prepared.pool.facts?.['xFirst'] === true ? 0 : 1)
  expect(value).toEqual({ ...state, volatility: { ...state.volatility, age: expect.any(BigInt) } })
  expect(rounds).toBe(2)
})

/** What the lens returns for a pair looked up by its step. */
async function seenBy(extent: Extent, gas = 100_000_000) {
  const { lens } = protocol
  if (lens?.kind !== 4) throw new Error('the lens does not know the family')
  const work = {
    reach: reaches[extent],
    tokens: prepared.pool.tokens,
    venues: [{ kind: 4, venue, access: lens }],
    pairs: [[0, 1]],
    pools: [],
  } as const
  const data = `${lensCode}${encodeLensInput(work, { revert: true, outLimit: 30_000, start: 0 })}`
  const answer = await chain.answer({ method: 'eth_call', params: [{ data, gas: `0x${gas.toString(16)}` }, 'latest'] })
  const said = 'error' in answer ? findRevertData(answer.error) : '0x'
  return decodeLensAnswer(said).items.map(({ item, address, record: seen }) => {
    const pool = findPoolOfItem(work, item, address)?.pool
    if (pool === undefined || seen.kind !== 4) throw new Error(`item ${item} is no pair of bins`)
    return { pool, seen, state: lens.state(seen, pool) }
  })
}

test.each([
  ['v2.1, which quotes', 3, false],
  ['v2.2, which refuses', 2, true],
])('reads a pair with more in a bin than is counted as %s a trade there', async (_, which, limitsBins) => {
  const full: Scenario = { ...scenario, which, at: 1_000_000, below: [], active: [ether, ether], above: [] }
  const { pool, steps } = (await openPools(fixture))(full)
  await fixture.runSteps(steps)
  const { value } = await run(protocol.load(pool))
  expect(value?.limitsBins ?? false).toBe(limitsBins)
  const from = value?.xIndex === 0 ? 1 : 0
  const out = value && protocol.amountOut(value, { from, to: 1 - from, amountIn: amount(10n ** 19n) })
  expect(out === undefined).toBe(limitsBins)
})

test.each(['usual', 'wide', 'whole'] as const)('the lens finds and reads the same in one call: %s', async (extent) => {
  const pool = await found()
  if (pool === undefined) throw new Error('it is not found')
  const [only, ...others] = await seenBy(extent)
  expect(others).toEqual([])
  expect(only?.pool).toEqual(pool)
  expect(only?.state).toEqual((await run(protocol.load(pool, extent))).value)
  expect(only?.seen.probeAnswers).toContainEqual({ left: 0n, out: expect.any(BigInt) })
})

test('ignores quotes that ran out of gas, and reads the rest', async () => {
  const [only] = await seenBy('usual', 1_400_000)
  expect(only?.seen.probeAnswers).toContain('unheard')
  expect(only?.state).toEqual((await seenBy('usual'))[0]?.state)
})

test('skips a pair with swap hooks, but not one with other hooks', async () => {
  const pool = await found()
  if (pool === undefined) throw new Error('it is not found')
  await fixture.runSteps([step(pool.address, 'setHooks', `0x${(1n << 164n).toString(16).padStart(64, '0')}`)])
  expect((await run(protocol.load(pool))).value).toBeDefined()
  await fixture.runSteps([step(pool.address, 'setHooks', `0x${(1n << 161n).toString(16).padStart(64, '0')}`)])
  await expect(run(protocol.load(pool))).rejects.toThrow('left out: hooks')
  await expect(seenBy('usual')).rejects.toThrow('left out: hooks')
  await fixture.runSteps([step(pool.address, 'setHooks', `0x${'0'.repeat(64)}`)])
})

test('skips a pair with another step than stated, as its quotes differ', async () => {
  const pool = await found()
  if (pool === undefined) throw new Error('it is not found')
  await expect(run(protocol.load({ ...pool, facts: { binStep: 26 } }))).rejects.toThrow('left out: unmodelled')
})

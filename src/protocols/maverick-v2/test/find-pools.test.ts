/** What is read from Maverick's factory and lens, and the pool they describe, on ports of all three. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, amount, type Hex } from '#domain/units'
import { protocol } from '#protocols/maverick-v2/index'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { layOutPool, openPools, type Scenario } from './pools.ts'

const { step } = createCallBuilder(['function add(address, address, address)'])
const ether = 10n ** 18n
const filled = (count: number, kinds = 1) => Array.from({ length: count }, () => ({ amount: ether, kinds }))
const scenario: Scenario = {
  ...{ which: 1, at: -300_000, below: filled(12), active: [ether, 2n * ether], above: filled(9, 9) },
  ...{ kinds: 7, protocolShare: 120, mean: -40_000_000, moved: 7_000_000, age: 0 },
}

let chain: LocalChain
let fixture: AdapterFixture
let prepared: PreparedPool<unknown>
let venue: Venue
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  prepared = (await openPools(fixture))(scenario)
  const factory = await fixture.deploy(port('MaverickFactoryPort'))
  const { pool, steps } = prepared
  // more than are requested
  const others = Array.from({ length: 14 }, () => step(factory, 'add', ...pool.tokens, factory))
  await fixture.runSteps([...steps, step(factory, 'add', ...pool.tokens, pool.address), ...others])
  venue = { ...pool.venue, factory }
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)
const pairOf = ({ tokens: [a, b] }: Pool) => [a, b] as [Address, Address]

test('finds the oldest pools of a pair, in either order of tokens', async () => {
  const [a, b] = pairOf(prepared.pool)
  for (const pair of [
    [a, b],
    [b, a],
  ] as const) {
    const { value, rounds } = await run(protocol.find(venue, pair))
    expect([value.length, rounds]).toEqual([12, 1])
    expect(value[0]).toEqual({ ...prepared.pool, venue, feePpm: expect.any(Number) })
  }
  expect((await run(protocol.find(venue, [a, venue.factory]))).value).toEqual([])
})

test('a pool is read in one round, with the ticks around its active one', async () => {
  const { state } = layOutPool(scenario)
  const { activeTick } = state
  const reading = run(protocol.load(prepared.pool))
  expect(await reading).toEqual({
    value: { ...state, knownFrom: activeTick - 100, knownTo: activeTick + 100 },
    rounds: 1,
  })
  const { value } = await run(protocol.load(prepared.pool, 'whole'))
  expect(value).toEqual({ ...state, knownFrom: activeTick - 300, knownTo: activeTick + 300 })
})

test('a trade beyond the ticks read asks for a wider read, and one beyond all ticks is refused', async () => {
  const trade = { from: 0, to: 1, amountIn: amount(10n ** 25n) }
  const narrow = (await run(protocol.load(prepared.pool))).value
  const wide = (await run(protocol.load(prepared.pool, 'whole'))).value
  if (narrow === undefined || wide === undefined) throw new Error('an empty pool')
  expect([protocol.amountOut(narrow, trade), protocol.isOutOfRange(narrow, trade)]).toEqual([undefined, true])
  expect([protocol.amountOut(wide, trade), protocol.isOutOfRange(wide, trade)]).toEqual([undefined, false])
  expect([narrow, wide].map((state) => protocol.segments?.(state, trade).isComplete)).toEqual([false, true])
})

/** The lens's answer, with one of its words changed. */
async function forgePool(index: (words: number) => number): Promise<unknown> {
  const reading = protocol.load(prepared.pool)
  const { value: reads } = reading.next() as { value: readonly { to: string; data: string }[] }
  const answers = await Promise.all(reads.map(({ to, data }) => chain.call(to, data)))
  const words: readonly string[] = answers[0]?.slice(2).match(/.{64}/g) ?? []
  const at = index(words.length)
  const other = (BigInt(`0x${words[at]}`) + 1n).toString(16).padStart(64, '0')
  return reading.next([`0x${words.with(at, other).join('')}`, ...answers.slice(1)] as Hex[])
}

const forgeries: readonly (readonly [string, (words: number) => number])[] = [
  ['√ of the price', () => 14],
  ['reserves of a tick', () => 17 + 23 + 1],
  ['the upper end of the last tick', (words) => words - 1],
]

test.each(forgeries)('skips a pool if the lens returns another %s than ours', async (_, index) => {
  await expect(forgePool(index)).rejects.toThrow('left out: unmodelled')
})

test('a pool without liquidity near its price has no state', async () => {
  const empty = (await openPools(fixture))({ ...scenario, below: [], active: [0n, 0n], above: [] })
  await fixture.runSteps(empty.steps)
  expect((await run(protocol.load(empty.pool))).value).toBeUndefined()
})

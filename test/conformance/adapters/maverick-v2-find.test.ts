/** What Maverick's factory and its lens are asked, and what a pool is that they speak of, on ports of all three. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/protocol'
import { type Address, amount, type Hex } from '#domain/units'
import { protocol } from '#protocols/maverick-v2/index'
import { type LocalChain, startChain } from '../chain.ts'
import { port } from './compile.ts'
import { laid, openPools, type Scenario } from './pools/maverick-v2.ts'
import { readingOn } from './reading.ts'
import { callsOf, openStage, type Prepared, type Stage } from './stage.ts'

const { step } = callsOf(['function add(address, address, address)'])
const ether = 10n ** 18n
const filled = (count: number, kinds = 1) => Array.from({ length: count }, () => ({ amount: ether, kinds }))
const scenario: Scenario = {
  ...{ which: 1, at: -300_000, below: filled(12), active: [ether, 2n * ether], above: filled(9, 9) },
  ...{ kinds: 7, protocolShare: 120, mean: -40_000_000, moved: 7_000_000, age: 0 },
}

let chain: LocalChain
let stage: Stage
let prepared: Prepared<unknown>
let venue: Venue
beforeAll(async () => {
  chain = await startChain()
  stage = await openStage(chain)
  prepared = (await openPools(stage))(scenario)
  const factory = await stage.deploy(port('MaverickFactoryPort'))
  const { pool, steps } = prepared
  // more than are asked for
  const others = Array.from({ length: 14 }, () => step(factory, 'add', ...pool.tokens, factory))
  await stage.lay([...steps, step(factory, 'add', ...pool.tokens, pool.address), ...others])
  venue = { ...pool.venue, factory }
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)
const pairOf = ({ tokens: [a, b] }: Pool) => [a, b] as [Address, Address]

test('pools are found whichever token comes first, the oldest of a pair', async () => {
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
  const { state } = laid(scenario)
  const { activeTick } = state
  const reading = run(protocol.load(prepared.pool))
  expect(await reading).toEqual({
    value: { ...state, knownFrom: activeTick - 100, knownTo: activeTick + 100 },
    rounds: 1,
  })
  const { value } = await run(protocol.load(prepared.pool, 'whole'))
  expect(value).toEqual({ ...state, knownFrom: activeTick - 300, knownTo: activeTick + 300 })
})

test('what goes beyond what was read asks for a wider read, and what goes beyond all is refused', async () => {
  const trade = { from: 0, to: 1, amountIn: amount(10n ** 25n) }
  const narrow = (await run(protocol.load(prepared.pool))).value
  const wide = (await run(protocol.load(prepared.pool, 'whole'))).value
  if (narrow === undefined || wide === undefined) throw new Error('an empty pool')
  expect([protocol.amountOut(narrow, trade), protocol.outOfRange(narrow, trade)]).toEqual([undefined, true])
  expect([protocol.amountOut(wide, trade), protocol.outOfRange(wide, trade)]).toEqual([undefined, false])
  expect([narrow, wide].map((state) => protocol.stretches?.(state, trade).whole)).toEqual([false, true])
})

/** What the lens answers, with one of its words another. */
async function forged(index: (words: number) => number): Promise<unknown> {
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
  ['what a tick holds', () => 17 + 23 + 1],
  ['the upper end of the last tick', (words) => words - 1],
]

test.each(forgeries)('a pool is left out where the lens says another %s than we make of it', async (_, index) => {
  await expect(forged(index)).rejects.toThrow('left out: unmodelled')
})

test('a pool with nothing near its price has no state', async () => {
  const empty = (await openPools(stage))({ ...scenario, below: [], active: [0n, 0n], above: [] })
  await stage.lay(empty.steps)
  expect((await run(protocol.load(empty.pool))).value).toBeUndefined()
})

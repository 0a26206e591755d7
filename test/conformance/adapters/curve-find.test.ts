/** What the factory of StableSwap-NG is asked, on a port of it, and which pools are taken from its answers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/protocol'
import type { Address } from '#domain/units'
import { protocol } from '#protocols/curve-stable/index'
import { type LocalChain, startChain } from '../chain.ts'
import { port } from './compile.ts'
import { openPools, stateOf } from './pools/curve-stable.ts'
import { readingOn } from './reading.ts'
import { callsOf, openStage, type Prepared, type Stage } from './stage.ts'

type Entry = readonly [
  tokens: readonly Address[],
  decimals: readonly number[],
  types: readonly number[],
  isMeta: boolean,
]

const entry = 'tuple(address[] coins, uint256[] decimals, uint8[] assetTypes, bool isMeta)'
const { step } = callsOf([`function add(address pool, ${entry} entry, address[] underlying)`])
const ether = 10n ** 18n
const amounts = [1_000n * ether, 1_100n * ether, 900n * ether, 1_000n * ether]

let chain: LocalChain
let stage: Stage
let prepare: (which: number) => Prepared<unknown>
beforeAll(async () => {
  chain = await startChain()
  stage = await openStage(chain)
  const opened = await openPools(stage)
  prepare = (which) => opened({ which, amounts, worths: [ether, ether, ether, ether] })
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

async function venueOf(pools: readonly Pool[], change: (made: Entry) => Entry = (made) => made): Promise<Venue> {
  const factory = await stage.deploy(port('CurveFactoryPort'))
  for (const { address, tokens, facts } of pools) {
    const made: Entry = [tokens, facts?.['decimals'] as number[], tokens.map(() => 0), false]
    await stage.lay([step(factory, 'add', address, change(made), [])])
  }
  return { protocol: protocol.kind, name: 'curve', title: 'Curve', factory, feesPpm: [], facts: { looksUp: true } }
}

const pairOf = ({ tokens }: Pool) => [tokens[0] as Address, tokens[1] as Address] as const

test('the pools of a pair come from the factory, with all their tokens, and are read as they are', async () => {
  const { pool, steps } = prepare(6)
  await stage.lay(steps)
  const venue = await venueOf([pool])
  const [a, b] = pairOf(pool)
  const found = await run(protocol.find(venue, [b, a]))
  expect(found.rounds).toBe(2)
  const [one] = found.value
  expect(found.value).toEqual([{ ...pool, venue, feePpm: 300, facts: { ng: true, decimals: [6, 18, 8] } }])
  if (one === undefined) return
  const { value, rounds } = await run(protocol.load(one))
  expect(value).toEqual(stateOf({ which: 6, amounts, worths: [ether, ether, ether, ether] }))
  expect(rounds).toBe(1)
})

test('of a pair without pools nothing more is asked', async () => {
  const venue = await venueOf([])
  const found = await run(protocol.find(venue, pairOf(prepare(4).pool)))
  expect(found).toEqual({ value: [], rounds: 1 })
})

test.each([
  ['one over another pool', ([tokens, decimals, types]: Entry): Entry => [tokens, decimals, types, true]],
  ['one with a rebasing token', ([tokens, decimals]: Entry): Entry => [tokens, decimals, [0, 2], false]],
])('%s is left out', async (_, change) => {
  const { pool } = prepare(4)
  const venue = await venueOf([pool], change)
  const { value } = await run(protocol.find(venue, pairOf(pool)))
  expect(value.map(({ leftOut }) => leftOut)).toEqual(['unmodelled'])
})

test('a pool that says something else of a trade than we do is left out', async () => {
  const { pool, steps } = prepare(7)
  await stage.lay(steps)
  const other = { ...pool, facts: { decimals: [18, 18, 6, 6], precision: 100, dividedOnce: true } }
  expect((await run(protocol.load(pool))).value).toBeDefined()
  await expect(run(protocol.load(other))).rejects.toThrow('left out: unmodelled')
})

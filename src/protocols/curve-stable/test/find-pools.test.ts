/** What is read from the factory of StableSwap-NG, on a port of it, and which pools are found. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { protocol } from '#protocols/curve-stable/index'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { openOver, overSettings } from './meta-pools.ts'
import { openPools, stateOf } from './pools.ts'

type Entry = readonly [
  tokens: readonly Address[],
  decimals: readonly number[],
  types: readonly number[],
  isMeta: boolean,
]

const entry = 'tuple(address[] coins, uint256[] decimals, uint8[] assetTypes, bool isMeta)'
const { step } = createCallBuilder([
  `function add(address pool, ${entry} entry, address[] underlying)`,
  `function addOver(address pool, ${entry} entry, address base, address[] underlying, uint256[] decimals)`,
])
const ether = 10n ** 18n
const amounts = [1_000n * ether, 1_100n * ether, 900n * ether, 1_000n * ether]

let chain: LocalChain
let fixture: AdapterFixture
let prepare: (which: number) => PreparedPool<unknown>
let prepareOver: (which: number) => PreparedPool<CurveStableState>
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  const opened = await openPools(fixture)
  await chain.placeClock()
  const over = await openOver(fixture)
  const sizes = { amounts, worths: [ether, ether, ether, ether], shares: 980_000n, held: 300_000n, skew: 1_100n }
  prepareOver = (which) => over({ which, ...sizes, kept: { rate: 999_000n, age: which === 0 ? 100n : 700n } })
  prepare = (which) => opened({ which, amounts, worths: [ether, ether, ether, ether] })
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

async function venueOf(pools: readonly Pool[], change: (made: Entry) => Entry = (made) => made): Promise<Venue> {
  const factory = await fixture.deploy(port('CurveFactoryPort'))
  for (const { address, tokens, facts } of pools) {
    const made: Entry = [tokens, facts?.['decimals'] as number[], tokens.map(() => 0), false]
    await fixture.runSteps([step(factory, 'add', address, change(made), [])])
  }
  return { protocol: protocol.kind, name: 'curve', title: 'Curve', factory, feesPpm: [], facts: { looksUp: true } }
}

const pairOf = ({ tokens }: Pool) => [tokens[0] as Address, tokens[1] as Address] as const

test('finds a pair’s pools in the factory, with all their tokens, and reads them exactly', async () => {
  const { pool, steps } = prepare(6)
  await fixture.runSteps(steps)
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

test('reads no more of a pair without pools', async () => {
  const venue = await venueOf([])
  const found = await run(protocol.find(venue, pairOf(prepare(4).pool)))
  expect(found).toEqual({ value: [], rounds: 1 })
})

test.each([
  ['a metapool with an unknown base', ([tokens, decimals, types]: Entry): Entry => [tokens, decimals, types, true]],
  ['a pool with a rebasing token', ([tokens, decimals]: Entry): Entry => [tokens, decimals, [0, 2], false]],
])('skips %s', async (_, change) => {
  const { pool } = prepare(4)
  const venue = await venueOf([pool], change)
  const { value } = await run(protocol.find(venue, pairOf(pool)))
  expect(value.map(({ skipReason }) => skipReason)).toEqual(['unmodelled'])
})

test('skips a pool whose quote differs from ours', async () => {
  const { pool, steps } = prepare(7)
  await fixture.runSteps(steps)
  const other = { ...pool, facts: { decimals: [18, 18, 6, 6], precision: 100, dividedOnce: true } }
  expect((await run(protocol.load(pool))).value).toBeDefined()
  await expect(run(protocol.load(other))).rejects.toThrow('left out: unmodelled')
})

/** A factory that knows a metapool, and its base pool if that is a StableSwap-NG. */
async function venueOver({ address, tokens, facts, base }: Pool, baseTypes: readonly number[]): Promise<Venue> {
  const factory = await fixture.deploy(port('CurveFactoryPort'))
  const decimals = facts?.['decimals'] as number[]
  const [own, below] = [tokens.slice(0, 2), tokens.slice(2)]
  const made: Entry = [own, decimals.slice(0, 2), [0, 0], true]
  const underlying = [own[0], ...below]
  await fixture.runSteps([
    step(factory, 'addOver', address, made, base, underlying, [decimals[0], ...decimals.slice(2)]),
    ...(baseTypes.length > 0
      ? [step(factory, 'add', base as Address, [below, decimals.slice(2), baseTypes, false], [])]
      : []),
  ])
  const bases =
    facts?.['baseNg'] === true
      ? []
      : [[base ?? factory, facts?.['basePrecision'] ?? 0, facts?.['baseDividedOnce'] ?? false]]
  return {
    protocol: protocol.kind,
    name: 'curve',
    title: 'Curve',
    factory,
    feesPpm: [],
    facts: { looksUp: true, bases },
  }
}

describe('a metapool', () => {
  test.each([
    [4, 0],
    [5, 2],
    [3, 1],
  ] as const)('%i is found by a base token, with all its facts, and read in one round', async (which, below) => {
    const { pool, state, steps } = prepareOver(which)
    await fixture.runSteps(steps)
    const isNew = overSettings[which]?.base.kind === 'ng'
    const venue = await venueOver(pool, isNew ? pool.tokens.slice(2).map(() => 0) : [])
    const pair = [pool.tokens[2 + below], pool.tokens[0]] as [Address, Address]
    const found = await run(protocol.find(venue, pair))
    expect(found.rounds).toBe(3)
    expect(found.value).toEqual([{ ...pool, venue, feePpm: 400 }])
    expect((await run(protocol.find(venue, [pair[0], pool.tokens[1] as Address]))).value).toEqual([])
    const [one] = found.value
    const { value, rounds } = await run(protocol.load(one as Pool))
    expect(rounds).toBe(1)
    expect(value).toEqual(state)
  })

  test.each([0, 1, 2])('%i is read exactly if it is stated, with its rate cached or not', async (which) => {
    const { pool, state, steps } = prepareOver(which)
    await fixture.runSteps(steps)
    expect((await run(protocol.load(pool))).value).toEqual(state)
  })

  test('is skipped if its base is neither of the factory nor stated by the venue, or has a rebasing token', async () => {
    const { pool } = prepareOver(4)
    const pair = [pool.tokens[2], pool.tokens[0]] as [Address, Address]
    for (const types of [[], [0, 2], [0, 0, 0]]) {
      const { value } = await run(protocol.find(await venueOver(pool, types), pair))
      expect(value.map(({ skipReason, base }) => [skipReason, base])).toEqual([['unmodelled', pool.base]])
    }
  })

  test.each([
    ['D of the base pool', 2, { baseDividedOnce: false, basePrecision: 1 }],
    ['the fee of a withdrawal', 3, { baseNg: true }],
    ['the time of renewing the rate', 0, { keepsRate: false }],
  ])('is skipped if %s differs', async (_, which, facts) => {
    const { pool, steps } = prepareOver(which)
    await fixture.runSteps(steps)
    const other = { ...pool, facts: { ...pool.facts, ...facts } }
    await expect(run(protocol.load(other))).rejects.toThrow()
    expect((await run(protocol.load(pool))).value).toBeDefined()
  })
})

/** What is read from Fluid's resolver, a pool and the layer below it, on ports of all three. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { computeLayerSlots } from '#protocols/fluid-dex/abi'
import { protocol } from '#protocols/fluid-dex/index'
import { truncateBits } from '#protocols/fluid-dex/rounding'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { openPools } from './pools.ts'
import {
  lastOf,
  packWords,
  usual as plain,
  poolWords,
  type Scenario,
  stateOf,
  tokenWords,
  usualToken,
} from './words.ts'

const { step } = createCallBuilder(['function write(uint256, uint256, uint256)', 'function setCentre(uint256)'])
const { step: layerStep } = createCallBuilder(['function write(bytes32, uint256, uint256, uint256)'])
const one = 10n ** 27n

const supplied = (usualToken.supplied * 102n) / 100n
const usual: Scenario = { ...plain, which: 1, tokens: [usualToken, { ...usualToken, supplied }] }

let chain: LocalChain
let fixture: AdapterFixture
let open: (scenario: Scenario) => PreparedPool<unknown>
beforeAll(async () => {
  chain = await startChain()
  await chain.placeClock()
  fixture = await createAdapterFixture(chain)
  open = await openPools(fixture)
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

async function findPool(): Promise<Pool> {
  const { pool } = open(usual)
  const [first, second] = pool.tokens as [Address, Address]
  const { value, rounds } = await run(protocol.find(pool.venue, [second, first]))
  expect([value.length, rounds]).toEqual([1, 1])
  return value[0] as Pool
}

/** Times in a state are ages in seconds; the test's blocks are some seconds apart. */
const timeless = (state: unknown): unknown =>
  JSON.parse(
    JSON.stringify(state, (name, value) => (name === 'elapsed' ? 0 : typeof value === 'bigint' ? `${value}` : value)),
  )

test('finds a pair’s pools among all', async () => {
  const { pool } = open(usual)
  const one = await findPool()
  expect([one.address, one.tokens, one.feePpm]).toEqual([pool.address, pool.tokens, 100])
  const other = open({ ...usual, which: 0 }).pool.tokens[0] as Address
  const { value } = await run(protocol.find(pool.venue, [other, pool.tokens[0] as Address]))
  expect(value).toEqual([])
})

async function load(scenario: Scenario): Promise<unknown> {
  const { pool, steps } = open(scenario)
  return chain.undone(async () => {
    await fixture.runSteps(steps)
    const { value, rounds } = await run(protocol.load(pool))
    expect(rounds).toBe(1)
    return value
  })
}

test.each([
  ['both curves', usual],
  ['collateral', { ...usual, curves: 'collateral' }],
  ['debt', { ...usual, curves: 'debt' }],
  ['a centre set by another contract', { ...usual, outside: true, centre: (one * 118n) / 100n + 7n }],
] as const)('%s: read in one round', async (_, scenario) => {
  expect(timeless(await load(scenario))).toEqual(timeless(stateOf(scenario)))
})

/** The pool's second word, with additional bits. */
async function loadWith(more: bigint, age = usual.age, last = lastOf(usual)): Promise<unknown> {
  const { pool, steps } = open(usual)
  const { variables, variables2 } = poolWords(usual, last)
  return chain.undone(async () => {
    await fixture.runSteps([...steps, step(pool.address, 'write', variables, variables2 | more, age)])
    return (await run(protocol.load(pool))).value
  })
}

const thresholds = (seconds: bigint): bigint => (100n << 68n) | (100n << 78n) | (seconds << 88n)

describe('skipped', () => {
  test.each([
    ['unmodelled', 'a shifting range', 1n << 26n],
    ['unmodelled', 'shifting thresholds', 1n << 67n],
    ['unmodelled', 'a shifting centre', 1n << 248n],
    ['unmodelled', 'thresholds that let the centre jump', thresholds(0n)],
    ['unmodelled', 'a centre set by another contract that follows the price too', thresholds(600n) | (1n << 112n)],
    ['hooks', 'a hook', 1n << 142n],
    ['paused', 'a pause', 1n << 255n],
  ])('%s: %s', async (reason, _, more) => {
    await expect(loadWith(more)).rejects.toThrow(`left out: ${reason}`)
  })

  test('unmodelled: a centre that follows the price, unless the price is well within the range', async () => {
    const high = (one * 10_290n) / 10_000n
    await expect(loadWith(thresholds(600n), 60, high)).rejects.toThrow('left out: unmodelled')
    expect(await loadWith(thresholds(600n))).toBeDefined()
  })

  test('paused: a token that the layer stopped', async () => {
    const { pool, steps } = open(usual)
    const [first] = pool.tokens as [Address, Address]
    const layer = pool.venue.facts?.['liquidity'] as Address
    const word = tokenWords(usual, 0).words.prices | (1n << 255n)
    await chain.undone(async () => {
      await fixture.runSteps([
        ...steps,
        layerStep(layer, 'write', computeLayerSlots(pool.address, first).prices, word, 58, 0),
      ])
      await expect(run(protocol.load(pool))).rejects.toThrow('left out: paused')
    })
  })

  test('unmodelled: a pool over another layer', async () => {
    const { pool, steps } = open(usual)
    const elsewhere = { ...pool.venue, facts: { ...pool.venue.facts, liquidity: pool.address } }
    await chain.undone(async () => {
      await fixture.runSteps(steps)
      await expect(run(protocol.load({ ...pool, venue: elsewhere }))).rejects.toThrow('left out: unmodelled')
    })
  })

  test('unmodelled: a pool with another quote by the resolver, of any of four trades', async () => {
    const { pool, steps } = open(usual)
    await chain.undone(async () => {
      await fixture.runSteps(steps)
      for (const back of [1, 2, 3, 4]) {
        const reading = protocol.load(pool)
        const { value: reads } = reading.next() as { value: readonly { to: string; data: string }[] }
        const answers = await Promise.all(reads.map(({ to, data }) => chain.call(to, data)))
        const said = BigInt(answers.at(-back) ?? 0n)
        expect(said).toBeGreaterThan(0n)
        const forged = answers.with(-back, `0x${(said + 1n).toString(16).padStart(64, '0')}`)
        expect(() => reading.next(forged as never)).toThrow('left out: unmodelled')
      }
    })
  })
})

test('in the block of the last trade, the price before it limits trades as well', async () => {
  const { pool, steps } = open(usual)
  const last = lastOf(usual)
  const older = packWords((last * 96n) / 100n, 32)
  const { variables, variables2 } = poolWords(usual, last)
  const word = (variables & ~(((1n << 40n) - 1n) << 1n)) | (older << 1n)
  const ago = async (age: number): Promise<readonly bigint[]> =>
    chain.undone(async () => {
      await fixture.runSteps([...steps, step(pool.address, 'write', word, variables2, age)])
      const { value } = await run(protocol.load(pool))
      return value?.anchors ?? []
    })
  expect(await ago(60)).toEqual([last])
  expect(await ago(0)).toEqual([(last * 96n) / 100n].map((price) => truncateBits(price, 32)).concat(last))
})

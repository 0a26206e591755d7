/** What is read from the factories of CryptoSwap and Tricrypto, on a port of them, and which pools are supported. */
import { encodeBytes32String, id } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Read } from '#domain/calls/reads'
import { word } from '#domain/calls/words'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, amount, hex, nativeToken } from '#domain/units'
import type { CurveCryptoState } from '#protocols/curve-crypto/amounts/state'
import { protocol } from '#protocols/curve-crypto/index'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { openPools, stateOf } from './pools.ts'

const entry = 'tuple(address[] coins, uint256[] decimals, uint8[] assetTypes, bool isMeta)'
const { step } = createCallBuilder([
  `function addFixed(address pool, ${entry} entry, address shares)`,
  'function setOld(bool)',
])
const ether = 10n ** 18n
const scenarioOf = (which: number) => ({
  which,
  worths: [1_000n * ether, 1_100n * ether, 900n * ether],
  prices: [20n * ether, 3n * ether],
})

let chain: LocalChain
let fixture: AdapterFixture
let prepare: (which: number) => PreparedPool<unknown>
beforeAll(async () => {
  chain = await startChain()
  await chain.placeClock()
  fixture = await createAdapterFixture(chain)
  const opened = await openPools(fixture)
  prepare = (which) => opened(scenarioOf(which))
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)
const pairOf = ({ tokens }: Pool) => [tokens[0] as Address, tokens[1] as Address] as const

async function venueOf({ address, tokens, facts }: Pool, shares: Address): Promise<Venue> {
  const factory = await fixture.deploy(port('CurveFactoryPort'))
  const made = [tokens, facts?.['decimals'], [], false]
  await fixture.runSteps([step(factory, 'addFixed', address, made, shares)])
  const known = { looksUp: true, kind: facts?.['kind'] ?? '' }
  return { protocol: protocol.kind, name: 'curve', title: 'Curve', factory, feesPpm: [], facts: known }
}

test.each([
  ['CryptoSwap, whose shares are a separate token', 1, true],
  ['CryptoSwap of version 0.3.3', 14, true],
  ['Tricrypto-NG, which is its own share token', 5, false],
  ['Twocrypto-NG', 12, false],
])('finds a pair’s pool in the factory of %s and reads it exactly', async (_, which, hasShares) => {
  const { pool, steps } = prepare(which)
  await fixture.runSteps(steps)
  const shares = pool.tokens[0] as Address
  const venue = await venueOf(pool, hasShares ? shares : nativeToken)
  const [a, b] = pairOf(pool)
  const found = await run(protocol.find(venue, [b, a]))
  expect(found.rounds).toBe(2)
  const token = hasShares ? shares : pool.address
  expect(found.value).toEqual([{ ...pool, venue, feePpm: expect.any(Number), facts: { ...pool.facts, token } }])

  const { value, rounds } = await run(protocol.load(pool))
  expect(value).toEqual(stateOf(scenarioOf(which)))
  expect(rounds).toBe(1)
})

test.each([true, false])('reads no more of a pair without pools; old factory: %s', async (isOld) => {
  const { pool } = prepare(0)
  const venue = await venueOf(prepare(1).pool, pool.address)
  await fixture.runSteps([step(venue.factory, 'setOld', isOld)])
  expect(await run(protocol.find(venue, pairOf(pool)))).toEqual({ value: [], rounds: 1 })
})

test.each([
  ['with unknown decimals', []],
  ['with a token of more than 18 decimals', [19, 18]],
])('skips a pool %s', async (_, decimals) => {
  const { pool } = prepare(1)
  const venue = await venueOf({ ...pool, facts: { ...pool.facts, decimals } }, pool.address)
  const { value } = await run(protocol.find(venue, pairOf(pool)))
  expect(value.map(({ skipReason }) => skipReason)).toEqual(['unmodelled'])
})

test('skips a pool whose quote differs from ours', async () => {
  const { pool, steps } = prepare(5)
  await fixture.runSteps(steps)
  expect((await run(protocol.load(pool))).value).toBeDefined()
  const other = { ...pool, facts: { ...pool.facts, decimals: [8, 6, 18] } }
  await expect(run(protocol.load(other))).rejects.toThrow('left out: unmodelled')
})

/** Reads a pool with some of its answers replaced: their words by signature. */
async function loadWith(
  pool: Pool,
  changed: Readonly<Record<string, bigint | readonly bigint[]>>,
): Promise<CurveCryptoState | undefined> {
  const others = new Map(
    Object.entries(changed).map(([signature, n]) => [
      id(signature).slice(0, 10),
      hex(`0x${[n].flat().map(word).join('')}`),
    ]),
  )
  const reading = protocol.load(pool)
  const asked = reading.next()
  if (asked.done) throw new Error('nothing is asked')
  const answer = ({ to, data }: Read<unknown>) => chain.call(to, data).then(hex, () => hex('0x'))
  const next = reading.next(
    await Promise.all(asked.value.map((read) => others.get(read.data.slice(0, 10)) ?? answer(read))),
  )
  if (!next.done) throw new Error('it is not read in one round')
  return next.value
}

test('skips a killed pool and one whose A is ramping', async () => {
  const [old, ng] = [prepare(1), prepare(5)]
  await fixture.runSteps([...old.steps, ...ng.steps])
  await expect(loadWith(old.pool, { 'is_killed()': 1n })).rejects.toThrow('left out: paused')
  await expect(loadWith(old.pool, { 'future_A_gamma_time()': 1n })).rejects.toThrow('left out: unmodelled')
  await expect(loadWith(ng.pool, { 'future_A_gamma_time()': 2n ** 40n })).rejects.toThrow('left out: unmodelled')
  expect(await loadWith(ng.pool, { 'future_A_gamma_time()': 1n })).toBeDefined()
})

test('skips a Twocrypto-NG with an unknown version of its math', async () => {
  const { pool, steps } = prepare(12)
  await fixture.runSteps(steps)
  const text = (version: string) => [32n, BigInt(version.length), BigInt(encodeBytes32String(version))]
  expect(await loadWith(pool, { 'version()': text('v2.1.0') })).toBeDefined()
  for (const version of ['v2.0.0', 'v0.1.0'])
    await expect(loadWith(pool, { 'version()': text(version) })).rejects.toThrow('left out: unmodelled')
  await expect(loadWith(pool, { 'version()': [] })).rejects.toThrow('left out: unmodelled')
})

test('a pool with prices further from the scale than a step trades once, as its scale may have moved then', async () => {
  const { pool, steps } = prepare(5)
  await fixture.runSteps(steps)
  const state = await loadWith(pool, { 'last_prices(uint256)': 21n * ether })
  if (state === undefined) throw new Error('there is no pool')
  const trade = { from: 0, to: 1, amountIn: amount(1_000_000n) }
  expect(state.isSettled).toBe(false)
  expect(protocol.amountOut(state, trade)).toBeDefined()
  const after = protocol.stateAfter(state, trade)
  expect(protocol.amountOut(after, trade)).toBeUndefined()
  expect(protocol.segments?.(after, trade).liquidity).toEqual([])
})

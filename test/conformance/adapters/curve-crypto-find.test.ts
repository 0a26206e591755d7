/** What the factories of CryptoSwap and Tricrypto are asked, on a port of them, and which pools can be worked out. */
import { encodeBytes32String, id } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/protocol'
import type { Read } from '#domain/reads'
import { type Address, amount, hex, nativeToken } from '#domain/units'
import { word } from '#domain/words'
import { protocol } from '#protocols/curve-crypto/index'
import type { State } from '#protocols/curve-crypto/state'
import { type LocalChain, startChain } from '../chain.ts'
import { port } from './compile.ts'
import { openPools, stateOf } from './pools/curve-crypto.ts'
import { readingOn } from './reading.ts'
import { callsOf, openStage, type Prepared, type Stage } from './stage.ts'

const entry = 'tuple(address[] coins, uint256[] decimals, uint8[] assetTypes, bool isMeta)'
const { step } = callsOf([`function addFixed(address pool, ${entry} entry, address shares)`, 'function setOld(bool)'])
const ether = 10n ** 18n
const scenarioOf = (which: number) => ({
  which,
  worths: [1_000n * ether, 1_100n * ether, 900n * ether],
  prices: [20n * ether, 3n * ether],
})

let chain: LocalChain
let stage: Stage
let prepare: (which: number) => Prepared<unknown>
beforeAll(async () => {
  chain = await startChain()
  await chain.placeClock()
  stage = await openStage(chain)
  const opened = await openPools(stage)
  prepare = (which) => opened(scenarioOf(which))
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)
const pairOf = ({ tokens }: Pool) => [tokens[0] as Address, tokens[1] as Address] as const

async function venueOf({ address, tokens, facts }: Pool, shares: Address): Promise<Venue> {
  const factory = await stage.deploy(port('CurveFactoryPort'))
  const made = [tokens, facts?.['decimals'], [], false]
  await stage.lay([step(factory, 'addFixed', address, made, shares)])
  const known = { looksUp: true, kind: facts?.['kind'] ?? '' }
  return { protocol: protocol.kind, name: 'curve', title: 'Curve', factory, feesPpm: [], facts: known }
}

test.each([
  ['CryptoSwap, whose shares are a token of their own', 1, true],
  ['Tricrypto-NG, which is its own shares', 5, false],
  ['Twocrypto-NG', 12, false],
])('a pool of a pair comes from the factory of %s, and is read as it is', async (_, which, hasShares) => {
  const { pool, steps } = prepare(which)
  await stage.lay(steps)
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

test.each([true, false])('of a pair without pools nothing more is asked, of an old factory: %s', async (isOld) => {
  const { pool } = prepare(0)
  const venue = await venueOf(prepare(1).pool, pool.address)
  await stage.lay([step(venue.factory, 'setOld', isOld)])
  expect(await run(protocol.find(venue, pairOf(pool)))).toEqual({ value: [], rounds: 1 })
})

test.each([
  ['whose decimals are not known', []],
  ['of a token of more than 18 decimals', [19, 18]],
])('one %s is left out', async (_, decimals) => {
  const { pool } = prepare(1)
  const venue = await venueOf({ ...pool, facts: { ...pool.facts, decimals } }, pool.address)
  const { value } = await run(protocol.find(venue, pairOf(pool)))
  expect(value.map(({ leftOut }) => leftOut)).toEqual(['unmodelled'])
})

test('a pool that says something else of a trade than we do is left out', async () => {
  const { pool, steps } = prepare(5)
  await stage.lay(steps)
  expect((await run(protocol.load(pool))).value).toBeDefined()
  const other = { ...pool, facts: { ...pool.facts, decimals: [8, 6, 18] } }
  await expect(run(protocol.load(other))).rejects.toThrow('left out: unmodelled')
})

/** A pool read where some of its own answers are others: their words by a signature. */
async function loadedWith(
  pool: Pool,
  changed: Readonly<Record<string, bigint | readonly bigint[]>>,
): Promise<State | undefined> {
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

test('a pool that was killed, or whose A is on its way, is left out', async () => {
  const [old, ng] = [prepare(1), prepare(5)]
  await stage.lay([...old.steps, ...ng.steps])
  await expect(loadedWith(old.pool, { 'is_killed()': 1n })).rejects.toThrow('left out: paused')
  await expect(loadedWith(old.pool, { 'future_A_gamma_time()': 1n })).rejects.toThrow('left out: unmodelled')
  await expect(loadedWith(ng.pool, { 'future_A_gamma_time()': 2n ** 40n })).rejects.toThrow('left out: unmodelled')
  expect(await loadedWith(ng.pool, { 'future_A_gamma_time()': 1n })).toBeDefined()
})

test('a Twocrypto-NG with another math than the one we know is left out', async () => {
  const { pool, steps } = prepare(12)
  await stage.lay(steps)
  const text = (version: string) => [32n, BigInt(version.length), BigInt(encodeBytes32String(version))]
  expect(await loadedWith(pool, { 'version()': text('v2.1.0') })).toBeDefined()
  for (const version of ['v2.0.0', 'v0.1.0'])
    await expect(loadedWith(pool, { 'version()': text(version) })).rejects.toThrow('left out: unmodelled')
  await expect(loadedWith(pool, { 'version()': [] })).rejects.toThrow('left out: unmodelled')
})

test('where prices are further from the scale than a step, a pool trades once: then its scale may have moved', async () => {
  const { pool, steps } = prepare(5)
  await stage.lay(steps)
  const state = await loadedWith(pool, { 'last_prices(uint256)': 21n * ether })
  if (state === undefined) throw new Error('there is no pool')
  const trade = { from: 0, to: 1, amountIn: amount(1_000_000n) }
  expect(state.isSettled).toBe(false)
  expect(protocol.amountOut(state, trade)).toBeDefined()
  const after = protocol.after(state, trade)
  expect(protocol.amountOut(after, trade)).toBeUndefined()
  expect(protocol.stretches?.(after, trade).liquidity).toEqual([])
})

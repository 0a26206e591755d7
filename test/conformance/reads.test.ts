/** What the adapters read call by call, on real factories and pools. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reading } from '#domain/calls/reads'
import type { Venue } from '#domain/pools/protocol'
import { evm, hex } from '#domain/units'
import { protocol as pairs } from '#protocols/uniswap-v2/index'
import { protocol as pools } from '#protocols/uniswap-v3/index'
import { startChain } from './chain.ts'
import { createUniswapFixture, poolArguments, ticksOf, type UniswapFixture } from './fixture.ts'
import { anyPool } from './ticks/scenarios.ts'

let fixture: UniswapFixture
beforeAll(async () => {
  fixture = await createUniswapFixture(await startChain())
})
afterAll(() => fixture?.chain.stop())

/** Runs a reading, one call after another. */
async function run<T>(reading: Reading<T>): Promise<T> {
  let step = reading.next()
  while (!step.done) {
    const answers = await Promise.all(step.value.map(async ({ to, data }) => hex(await fixture.chain.call(to, data))))
    step = reading.next(answers)
  }
  return step.value
}

const send = (method: string, ...args: readonly unknown[]) =>
  fixture.chain.send(fixture.driver, fixture.abi.encodeFunctionData(method, args))

async function tokens() {
  const answers = ['token0', 'token1'].map((name) =>
    fixture.chain.call(fixture.driver, fixture.abi.encodeFunctionData(name)),
  )
  const [a, b] = await Promise.all(answers)
  return [evm(`0x${a?.slice(26)}`), evm(`0x${b?.slice(26)}`)] as const
}

test('finds a pair and reads its reserves', async () => {
  const venue: Venue = {
    protocol: 'uniswap-v2',
    name: 'uniswap-v2',
    title: 'Uniswap v2',
    factory: evm(fixture.pairFactory),
    feesPpm: [3_000],
  }
  const [token0, token1] = await tokens()
  expect(await run(pairs.find(venue, [token0, token1]))).toEqual([])

  await send('playPair', fixture.pairFactory, 5n, 1n << 111n, [], [])
  const [pool] = await run(pairs.find(venue, [token1, token0]))
  expect(pool?.tokens).toEqual([token0, token1])
  if (pool) expect(await run(pairs.load(pool))).toEqual({ reserves: [5n, 1n << 111n], feePpm: 3_000 })
})

test('finds pools of every fee, reads the ticks around the price, and all of them on request', async () => {
  const tiers = [
    { feePpm: 500, tickSpacing: 10 },
    { feePpm: 3_000, tickSpacing: 60 },
    { feePpm: 10_000, tickSpacing: 200 },
    { feePpm: 2_501, tickSpacing: 7 },
  ]
  const venue: Venue = {
    protocol: 'uniswap-v3',
    name: 'uniswap-v3',
    title: 'Uniswap v3',
    factory: evm(fixture.poolFactory),
    feesPpm: [...tiers.map(({ feePpm }) => feePpm), 77],
  }
  const sampled = fc.sample(
    anyPool.filter(({ positions }) => positions.length > 5),
    { numRuns: 200, seed: 3 },
  )
  const scenarios = tiers.flatMap(({ feePpm }) => sampled.find((scenario) => scenario.feePpm === feePpm) ?? [])
  const states = []
  for (const scenario of scenarios) {
    states.push((await fixture.playPool(scenario, [])).state)
    await send('playPool', fixture.poolFactory, poolArguments(scenario, ticksOf(scenario)), [])
  }

  const found = await run(pools.find(venue, await tokens()))
  expect(found.map(({ feePpm }) => feePpm)).toEqual(tiers.map(({ feePpm }) => feePpm))
  for (const [i, pool] of found.entries()) {
    const state = await run(pools.load(pool))
    const all = states[i]?.ticks ?? []
    if (state === undefined) throw new Error('an empty pool')
    const { knownFrom, knownTo } = state
    const ticks = all.filter(([tick]) => tick >= knownFrom && tick <= knownTo)
    expect(state).toEqual({ ...states[i], ticks, knownFrom, knownTo })
    expect([knownFrom <= state.tick, state.tick <= knownTo]).toEqual([true, true])
    expect(await run(pools.load(pool, 'whole'))).toEqual(states[i])
  }
})

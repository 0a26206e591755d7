/**
 * Random trades on the real contracts and on ours, compared to the wei: outputs, refusals, and for
 * concentrated liquidity the price, tick and liquidity after every trade.
 * SWAPLINE_DIFFERENTIAL_RUNS sets how many trades a protocol gets.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protocol as pairs } from '#protocols/uniswap-v2/index'
import type { State as PoolState } from '#protocols/uniswap-v3/index'
import { protocol as pools } from '#protocols/uniswap-v3/index'
import { anyPlan, replay, turnsOf } from './replay.ts'
import { anyPool, anyReserves, anyTurn, rebuilt } from './scenarios.ts'
import { openStage, type Stage } from './stage.ts'
import { readMainnet } from './vectors.ts'

const { SWAPLINE_DIFFERENTIAL_RUNS, SWAPLINE_SEED } = process.env
const runs = Number(SWAPLINE_DIFFERENTIAL_RUNS ?? 10_000)
const turnsEach = 100
const scenarios = Math.max(1, Math.round(runs / turnsEach))
const seed = Number(SWAPLINE_SEED ?? Math.floor(Math.random() * 2 ** 31))

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.chain.stop())

test(`constant product: ${scenarios * turnsEach} trades, seed ${seed}`, async () => {
  const turns = fc.array(anyTurn(113), { minLength: turnsEach, maxLength: turnsEach, size: 'max' })
  let given = 0
  await fc.assert(
    fc.asyncProperty(anyReserves, turns, async (reserves, played) => {
      const claims = replay(pairs, { reserves, feePpm: 3_000 }, played).map(({ out }) => out)
      given += claims.filter((claim) => claim > 0n).length
      expect(await stage.playPair(reserves, played, claims)).toEqual(claims.map(() => true))
    }),
    { numRuns: scenarios, seed },
  )
  expect(given).toBeGreaterThan((scenarios * turnsEach) / 20)
}, 60_000)

test(`concentrated liquidity: ${scenarios * turnsEach} trades, seed ${seed}`, async () => {
  const plans = fc.array(anyPlan, { minLength: turnsEach, maxLength: turnsEach, size: 'max' })
  let given = 0
  await fc.assert(
    fc.asyncProperty(anyPool, plans, async (scenario, planned) => {
      const { state } = await stage.playPool(scenario, [])
      const turns = turnsOf(state, planned)
      const { seen } = await stage.playPool(scenario, turns)
      const ours = replay(pools, state, turns).map(({ out, state: { sqrtPriceX96, tick, liquidity } }) => {
        return { out, sqrtPriceX96, tick, liquidity }
      })
      given += ours.filter(({ out }) => out > 0n).length
      expect(ours).toEqual(seen.map(({ gasUsed: _, ...rest }) => rest))
    }),
    { numRuns: scenarios, seed },
  )
  expect(given).toBeGreaterThan((scenarios * turnsEach) / 20)
}, 60_000)

test('concentrated liquidity as it lay on mainnet: 17 pools rebuilt from positions, 20 trades each', async () => {
  const plans = fc.sample(fc.array(anyPlan, { minLength: 20, maxLength: 20, size: 'max' }), { numRuns: 17, seed })
  const recorded = readMainnet().filter(({ protocol }) => protocol === 'uniswap-v3')
  for (const [i, { state: known }] of recorded.entries()) {
    const state = known as PoolState
    const turns = turnsOf(state, plans[i] ?? [])
    const played = await stage.playPool(rebuilt(state), turns)
    expect(played.state).toEqual(state)
    expect(replay(pools, state, turns).map(({ out }) => out)).toEqual(played.seen.map(({ out }) => out))
  }
}, 60_000)

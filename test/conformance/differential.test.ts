/**
 * Random trades on the real contracts and on ours, compared to the wei: outputs, refusals, and for
 * concentrated liquidity the price, tick and liquidity after every trade.
 * SWAPLINE_DIFFERENTIAL_RUNS sets how many trades a protocol gets.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Protocol } from '#domain/protocol'
import type { Amount } from '#domain/units'
import { protocol as pairs } from '#protocols/uniswap-v2/index'
import { protocol as pools } from '#protocols/uniswap-v3/index'
import { extend, type Stop, startLadder } from '#protocols/uniswap-v3/ladder'
import type { State as PoolState } from '#protocols/uniswap-v3/state'
import { anyPool, anyReserves, anyTurn } from './scenarios.ts'
import { openStage, type Stage, type Turn } from './stage.ts'

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

const tradeOf = (turn: Turn) =>
  turn > 0n ? { from: 0, to: 1, amountIn: turn as Amount } : { from: 1, to: 0, amountIn: -turn as Amount }

/** Our answers to the turns, one after another, each on the state the last accepted one left. */
function replay<State>(protocol: Protocol<State>, start: State, turns: readonly Turn[]) {
  let state = start
  return turns.map((turn) => {
    const out = protocol.amountOut(state, tradeOf(turn))
    if (out !== undefined) state = protocol.after(state, tradeOf(turn))
    return { out: out ?? 0n, state }
  })
}

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

/**
 * Any amount, but seldom one that walks thousands of empty words; or one that ends exactly on a stop of the
 * pool's loop, one before it or one beyond.
 */
const anyPlan = fc.oneof(
  { weight: 1, arbitrary: anyTurn(130).map((turn) => () => turn) },
  { weight: 150, arbitrary: anyTurn(130).map((turn) => (state: PoolState) => within(state, turn, 12)) },
  {
    weight: 50,
    arbitrary: fc
      .tuple(fc.boolean(), fc.integer({ min: 1, max: 6 }), fc.bigInt({ min: -1n, max: 1n }))
      .map(([sellsToken0, stop, beside]) => (state: PoolState) => {
        return within(state, turnOf(sellsToken0, soldAt(state, sellsToken0, stop) + beside), 12)
      }),
  },
)

const turnOf = (sellsToken0: boolean, amount: bigint): Turn => (amount < 1n ? 1n : amount) * (sellsToken0 ? 1n : -1n)

/** The turn, or a part of it that stays within some words of the bitmap; 0 if no part does. */
function within(state: PoolState, turn: Turn, words: number): Turn {
  const ladder = startLadder(state, turn > 0n)
  const isNear = ({ tick }: Stop) => Math.abs(tick - state.tick) < words * 256 * state.tickSpacing
  let last = ladder.stops.at(-1) as Stop
  while (ladder.end === 'open' && isNear(last)) {
    extend(ladder, last)
    last = ladder.stops.at(-1) as Stop
  }
  if (isNear(last)) return turn
  const most = ladder.stops.findLast(isNear)?.sold ?? 0n
  if (most === 0n) return 0n // nothing but an empty stretch
  return turnOf(turn > 0n, (turn < 0n ? -turn : turn) % (most + 1n))
}

/** What is sold at a stop of the pool's loop, or at its last if there are fewer. */
function soldAt(state: PoolState, sellsToken0: boolean, stop: number): bigint {
  const ladder = startLadder(state, sellsToken0)
  while (ladder.end === 'open' && ladder.stops.length <= stop) extend(ladder, ladder.stops.at(-1) as Stop)
  return ladder.stops.at(-1)?.sold ?? 0n
}

test(`concentrated liquidity: ${scenarios * turnsEach} trades, seed ${seed}`, async () => {
  const plans = fc.array(anyPlan, { minLength: turnsEach, maxLength: turnsEach, size: 'max' })
  let given = 0
  await fc.assert(
    fc.asyncProperty(anyPool, plans, async (scenario, planned) => {
      const { state } = await stage.playPool(scenario, [])
      let current = state
      const turns = planned.map((plan) => {
        const turn = plan(current)
        current = replay(pools, current, [turn])[0]?.state ?? current
        return turn
      })
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

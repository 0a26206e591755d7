/** Our side of a scenario: which trades to try on a pool, and what our adapters say to them. */
import fc from 'fast-check'
import { extend, type Stop, startLadder } from '#amm/ticks/ladder'
import type { Protocol, Trade } from '#domain/protocol'
import type { Amount } from '#domain/units'
import type { State as PoolState } from '#protocols/uniswap-v3/index'
import { protocol as pools } from '#protocols/uniswap-v3/index'
import { anyTurn } from './scenarios.ts'
import type { Turn } from './stage.ts'

export const tradeOf = (turn: Turn): Trade =>
  turn > 0n ? { from: 0, to: 1, amountIn: turn as Amount } : { from: 1, to: 0, amountIn: -turn as Amount }

/** Our answers to the turns, one after another, each on the state the last accepted one left. */
export function replay<State>(protocol: Protocol<State>, start: State, turns: readonly Turn[]) {
  let state = start
  return turns.map((turn) => {
    const out = protocol.amountOut(state, tradeOf(turn))
    if (out !== undefined) state = protocol.after(state, tradeOf(turn))
    return { out: out ?? 0n, state }
  })
}

/** Chooses a turn by what the pool has become. */
export type Plan = (state: PoolState) => Turn

/**
 * Any amount, but seldom one that walks thousands of empty words; or one that ends exactly on a stop of the
 * pool's loop, one before it or one beyond.
 */
export const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
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

/** The turns that plans come to, each on the state the last one left. */
export function turnsOf(start: PoolState, plans: readonly Plan[]): readonly Turn[] {
  let state = start
  return plans.map((plan) => {
    const turn = plan(state)
    state = replay(pools, state, [turn])[0]?.state ?? state
    return turn
  })
}

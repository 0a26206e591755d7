/** Which trades to try on a pool with ticks. */
import fc from 'fast-check'
import { extend, type Stop, startLadder } from '#amm/ticks/ladder'
import type { TickState } from '#amm/ticks/state'
import type { Trade } from '#domain/protocol'
import { sell } from '../replay.ts'
import { anySale } from '../sizes.ts'

/**
 * Any amount, but seldom one that walks thousands of empty words; or one that ends exactly on a stop of the
 * pool's loop, one before it or one beyond.
 */
export const anyPlan: fc.Arbitrary<(state: TickState) => Trade> = fc.oneof(
  { weight: 1, arbitrary: anySale(130).map((trade) => () => trade) },
  { weight: 150, arbitrary: anySale(130).map((trade) => (state: TickState) => within(state, trade, 12)) },
  {
    weight: 50,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 1, max: 6 }), fc.bigInt({ min: -1n, max: 1n }))
      .map(([from, stop, beside]) => (state: TickState) => {
        const amountIn = soldAt(state, from === 0, stop) + beside
        return within(state, sell(from, amountIn < 1n ? 1n : amountIn), 12)
      }),
  },
)

/** The trade, or a part of it that stays within some words of the bitmap; 0 if no part does. */
function within(state: TickState, trade: Trade, words: number): Trade {
  const ladder = startLadder(state, trade.from === 0)
  const isNear = ({ tick }: Stop) => Math.abs(tick - state.tick) < words * 256 * state.tickSpacing
  let last = ladder.stops.at(-1) as Stop
  while (ladder.end === 'open' && isNear(last)) {
    extend(ladder, last)
    last = ladder.stops.at(-1) as Stop
  }
  if (isNear(last)) return trade
  const most = ladder.stops.findLast(isNear)?.sold ?? 0n
  if (most === 0n) return sell(trade.from, 0n) // nothing but an empty stretch
  const part = trade.amountIn % (most + 1n)
  return sell(trade.from, part < 1n ? 1n : part)
}

/** What is sold at a stop of the pool's loop, or at its last if there are fewer. */
function soldAt(state: TickState, sellsToken0: boolean, stop: number): bigint {
  const ladder = startLadder(state, sellsToken0)
  while (ladder.end === 'open' && ladder.stops.length <= stop) extend(ladder, ladder.stops.at(-1) as Stop)
  return ladder.stops.at(-1)?.sold ?? 0n
}

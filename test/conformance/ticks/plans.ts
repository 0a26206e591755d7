/** Trades to try on a pool with ticks. */
import fc from 'fast-check'
import { appendStep, createCumulativeSteps, type SwapStep } from '#amm/ticks/cumulative-steps'
import type { TickState } from '#amm/ticks/state'
import type { Trade } from '#domain/pools/protocol'
import { sell } from '../replay.ts'
import { anySale } from '../sizes.ts'

/**
 * Any amount, but rarely one that walks thousands of empty words; or one that ends exactly on a step of the pool's
 * loop, or one unit before or beyond it.
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
  const ladder = createCumulativeSteps(state, trade.from === 0)
  const isNear = ({ tick }: SwapStep) => Math.abs(tick - state.tick) < words * 256 * state.tickSpacing
  let last = ladder.steps.at(-1) as SwapStep
  while (ladder.end === 'open' && isNear(last)) {
    appendStep(ladder, last)
    last = ladder.steps.at(-1) as SwapStep
  }
  if (isNear(last)) return trade
  const most = ladder.steps.findLast(isNear)?.sold ?? 0n
  if (most === 0n) return sell(trade.from, 0n) // only a range without liquidity
  const part = trade.amountIn % (most + 1n)
  return sell(trade.from, part < 1n ? 1n : part)
}

/** The input up to a step of the pool's loop, or up to its last if there are fewer. */
function soldAt(state: TickState, sellsToken0: boolean, stop: number): bigint {
  const ladder = createCumulativeSteps(state, sellsToken0)
  while (ladder.end === 'open' && ladder.steps.length <= stop) appendStep(ladder, ladder.steps.at(-1) as SwapStep)
  return ladder.steps.at(-1)?.sold ?? 0n
}

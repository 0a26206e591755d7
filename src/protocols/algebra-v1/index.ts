/**
 * Algebra v1: one pool a pair, and a fee that follows a day's volatility and volume. The first swap of a block works it
 * out anew, so it is read from inside a swap. Source: AlgebraPool of @cryptoalgebra/core 2.0.0, Algebra's release 1.1.0.
 */
import { algebraQuestions } from '#amm/ticks/algebra'
import { byPair, tickPools } from '#amm/ticks/pools'
import { feeFrom } from '#amm/ticks/state'
import { hex } from '#domain/units'

export const protocol = tickPools({
  kind: 'algebra-v1',
  proof: { proven: true, by: 'AlgebraPool of @cryptoalgebra/core 2.0.0' },
  state: (record) => feeFrom(record, 0),
  questions: algebraQuestions(hex('0xd0c93a7c')), // tickSpacing()
  lookup: byPair,
  gas: { swap: 198_000, crossing: 8_500, tick: 31_800, word: 13_300 },
})

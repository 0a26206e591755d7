/**
 * Algebra v1: one pool per pair, and a fee that follows a day's volatility and volume. The first swap of a block
 * recomputes it, so it is read from inside a swap. Source: AlgebraPool of @cryptoalgebra/core 2.0.0, Algebra's release
 * 1.1.0.
 */
import { createAlgebraSelectors } from '#amm/ticks/algebra'
import { toTickStateWithFee } from '#amm/ticks/state'
import { createTickProtocol, pairLookup } from '#amm/ticks/tick-protocol'
import { hex } from '#domain/units'

export const protocol = createTickProtocol({
  kind: 'algebra-v1',
  proof: { proven: true, by: 'AlgebraPool of @cryptoalgebra/core 2.0.0' },
  state: (record) => toTickStateWithFee(record, 0),
  selectors: createAlgebraSelectors(hex('0xd0c93a7c')), // tickSpacing()
  lookup: pairLookup,
  gas: { swap: 198_000, crossing: 8_500, tick: 31_800, word: 13_300 },
})

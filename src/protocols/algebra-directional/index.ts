/**
 * Algebra v1.9 with a fee for each direction (Camelot V3, Hercules): Algebra v1, except for two fees and an
 * uncompressed tick table. Source: Algebra's documents of that release; its code is in no package that we can read.
 */
import { createAlgebraSelectors } from '#amm/ticks/algebra'
import { toTickStateWithFees } from '#amm/ticks/state'
import { createTickProtocol, pairLookup } from '#amm/ticks/tick-protocol'

/** Indexes of a record's words: `feeZto` and `feeOtz` follow price and tick in `globalState()`. */
const [zeroToOne, oneToZero] = [0, 1]

export const protocol = createTickProtocol({
  kind: 'algebra-directional',
  proof: {
    proven: true,
    by: 'AlgebraPool of cryptoalgebra/Algebra ab8ea84, with fees that it moves itself: 2,480 trades recorded on a local chain',
  },
  state: (record) => toTickStateWithFees(record, [record.words[zeroToOne], record.words[oneToZero]]),
  selectors: createAlgebraSelectors(1),
  lookup: pairLookup,
  gas: { swap: 198_000, crossing: 8_500, tick: 31_800, word: 13_300 }, // as for algebra-v1
})

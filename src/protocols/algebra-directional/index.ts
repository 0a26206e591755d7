/**
 * Algebra v1.9 with a fee for each direction (Camelot V3, Hercules): Algebra v1, but for two fees and a table that is not
 * compressed. Source: Algebra's documents of that release; its code is in no package that we can read.
 */
import { algebraQuestions } from '#amm/ticks/algebra'
import { byPair, tickPools } from '#amm/ticks/pools'
import { feesFrom } from '#amm/ticks/state'

/** What a record's words are: `feeZto` and `feeOtz` follow price and tick in `globalState()`. */
const [zeroToOne, oneToZero] = [0, 1]

export const protocol = tickPools({
  kind: 'algebra-directional',
  proof: { proven: false, by: 'a second walk over the ticks, by us; the reading of fees by published descriptions' },
  state: (record) => feesFrom(record, [record.words[zeroToOne], record.words[oneToZero]]),
  questions: algebraQuestions(1),
  lookup: byPair,
  gas: { swap: 198_000, crossing: 8_500, tick: 31_800, word: 13_300 }, // as of algebra-v1
})

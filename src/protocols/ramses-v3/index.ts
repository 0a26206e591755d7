/**
 * Ramses' concentrated pools: Uniswap v3's swap with boosted positions, which amounts do not depend on, and a fee that may
 * be changed. Source: RamsesV2Pool and RamsesV2Factory as published; no package holds their code.
 */
import { tickPools } from '#amm/ticks/pools'
import { feeFrom } from '#amm/ticks/state'
import { uniswapQuestions } from '#domain/tick-questions'
import { hex } from '#domain/units'

export const protocol = tickPools({
  kind: 'ramses-v3',
  proof: { proven: false, by: 'a second walk over the ticks, by us; the reading of the fee by published descriptions' },
  state: (record) => feeFrom(record, 2),
  questions: { ...uniswapQuestions, more: [hex('0xda3c300d')] }, // currentFee()
  gas: { swap: 104_300, crossing: 8_100, tick: 31_200, word: 10_200 }, // as of slipstream, which is a proxy as well
})

/**
 * Slipstream, the concentrated pools of Aerodrome and Velodrome: Uniswap v3's swap, made by tick spacing. The fee is the
 * factory's to say, at every swap. Source: CLPool and CLFactory of Slipstream.
 */
import { bySpacing, tickPools } from '#amm/ticks/pools'
import { feeFrom } from '#amm/ticks/state'
import { uniswapQuestions } from '#domain/tick-questions'
import { hex } from '#domain/units'

export const protocol = tickPools({
  kind: 'slipstream',
  proof: { proven: true, by: 'CLPool of Slipstream, compiled from sphere-mezo-solidity-files 1.2.0' },
  state: (record) => feeFrom(record, 2), // fee()
  questions: { ...uniswapQuestions, more: [hex('0xddca3f43')] },
  lookup: bySpacing,
  gas: { swap: 104_300, crossing: 8_100, tick: 31_200, word: 10_200 },
})

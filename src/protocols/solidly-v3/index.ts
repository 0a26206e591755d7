/**
 * Solidly V3: Uniswap v3's swap without an oracle, made by tick spacing, with a fee that its setters may change.
 * Source: SolidlyV3Pool and SolidlyV3Factory as published; no package holds their code.
 */
import { bySpacing, tickPools } from '#amm/ticks/pools'
import { feeFrom } from '#amm/ticks/state'

export const protocol = tickPools({
  kind: 'solidly-v3',
  proof: { proven: false, by: 'a second walk over the ticks, by us; the reading of the fee by published sources' },
  state: (record) => feeFrom(record, 0), // it follows price and tick in slot0()
  lookup: bySpacing,
  gas: { swap: 73_200, crossing: 5_000, tick: 23_800, word: 7_200 }, // as of uniswap-v3, which writes more
})

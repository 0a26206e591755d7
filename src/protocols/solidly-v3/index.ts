/**
 * Solidly V3: Uniswap v3's swap without an oracle, with pools created by tick spacing and a fee that its setters can
 * change. Source: SolidlyV3Pool and SolidlyV3Factory as published; no package contains their code.
 */

import { toTickStateWithFee } from '#amm/ticks/state'
import { createTickProtocol, spacingLookup } from '#amm/ticks/tick-protocol'

export const protocol = createTickProtocol({
  kind: 'solidly-v3',
  proof: { proven: false, by: 'a second walk over the ticks, by us; the reading of the fee by published sources' },
  state: (record) => toTickStateWithFee(record, 0), // it follows price and tick in slot0()
  lookup: spacingLookup,
  gas: { swap: 73_200, crossing: 5_000, tick: 23_800, word: 7_200 }, // as for uniswap-v3, which writes more
})

/**
 * Slipstream, the concentrated pools of Aerodrome and Velodrome: Uniswap v3's swap, with pools created by tick spacing.
 * The factory sets the fee at every swap. Source: CLPool and CLFactory of Slipstream.
 */

import { toTickStateWithFee } from '#amm/ticks/state'
import { createTickProtocol, spacingLookup } from '#amm/ticks/tick-protocol'
import { uniswapSelectors } from '#domain/pools/tick-selectors'
import { hex } from '#domain/units'

export const protocol = createTickProtocol({
  kind: 'slipstream',
  proof: {
    proven: true,
    by: 'CLPool of Slipstream, compiled from sphere-mezo-solidity-files 1.2.0; of velodrome-finance/slipstream, 2,550 trades recorded on a local chain',
  },
  state: (record) => toTickStateWithFee(record, 2), // fee()
  selectors: { ...uniswapSelectors, more: [hex('0xddca3f43')] },
  lookup: spacingLookup,
  gas: { swap: 104_300, crossing: 8_100, tick: 31_200, word: 10_200, beyond: -5_800 },
})

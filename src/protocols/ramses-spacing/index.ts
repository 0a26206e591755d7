/**
 * Ramses' third design of concentrated pools (Shadow, Pharaoh, Etherex): Uniswap v3's swap, with pools created by tick
 * spacing and a fee that governance can change. Source: RamsesV3Pool and RamsesV3Factory as published; no package
 * contains their code.
 */

import { toTickStateWithFee } from '#amm/ticks/state'
import { createTickProtocol, spacingLookup } from '#amm/ticks/tick-protocol'
import { uniswapSelectors } from '#domain/pools/tick-selectors'
import { hex } from '#domain/units'

export const protocol = createTickProtocol({
  kind: 'ramses-spacing',
  proof: { proven: false, by: 'a second walk over the ticks, by us; the reading of the fee by published sources' },
  state: (record) => toTickStateWithFee(record, 2), // fee()
  selectors: { ...uniswapSelectors, more: [hex('0xddca3f43')] },
  lookup: spacingLookup,
  gas: { swap: 104_300, crossing: 8_100, tick: 31_200, word: 10_200 }, // as for ramses-v3
})

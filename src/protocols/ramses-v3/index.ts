/**
 * Ramses' concentrated pools: Uniswap v3's swap with boosted positions, which amounts do not depend on, and a fee that
 * can be changed. Source: RamsesV2Pool and RamsesV2Factory as published; no package contains their code.
 */

import { toTickStateWithFee } from '#amm/ticks/state'
import { createTickProtocol } from '#amm/ticks/tick-protocol'
import { uniswapSelectors } from '#domain/pools/tick-selectors'
import { hex } from '#domain/units'

export const protocol = createTickProtocol({
  kind: 'ramses-v3',
  proof: { proven: false, by: 'a second walk over the ticks, by us; the reading of the fee by published descriptions' },
  state: (record) => toTickStateWithFee(record, 2),
  selectors: { ...uniswapSelectors, more: [hex('0xda3c300d')] }, // currentFee()
  gas: { swap: 104_300, crossing: 8_100, tick: 31_200, word: 10_200 }, // as for slipstream, which is a proxy as well
})

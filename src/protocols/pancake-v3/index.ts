/**
 * PancakeSwap V3: Uniswap v3's pool with another word for the protocol's share of the fee, another deployer and other
 * fees. Source: PancakeV3Pool of @pancakeswap/v3-core 1.0.2.
 */

import { toTickState } from '#amm/ticks/state'
import { createTickProtocol } from '#amm/ticks/tick-protocol'

export const protocol = createTickProtocol({
  kind: 'pancake-v3',
  proof: { proven: true, by: 'PancakeV3Pool of @pancakeswap/v3-core 1.0.2' },
  state: toTickState,
  gas: { swap: 88_300, crossing: 6_000, tick: 23_900, word: 7_450, beyond: -4_500 },
})

/**
 * Concentrated-liquidity pools: Uniswap v3 and the forks with the same storage and swap. Source: UniswapV3Pool of
 * v3-core 1.0.1.
 */

import { toTickState } from '#amm/ticks/state'
import { createTickProtocol } from '#amm/ticks/tick-protocol'

export const protocol = createTickProtocol({
  kind: 'uniswap-v3',
  proof: { proven: true, by: 'UniswapV3Pool of @uniswap/v3-core 1.0.1' },
  state: toTickState,
  /** Measured on the pool contract with plain tokens (`bench/swap-differential`), payment included. */
  gas: { swap: 73_200, crossing: 5_000, tick: 23_800, word: 7_200 },
})

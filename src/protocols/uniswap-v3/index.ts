/**
 * Concentrated-liquidity pools: Uniswap v3 and the forks that keep its storage and its swap.
 * Source: UniswapV3Pool of v3-core 1.0.1.
 */
import { tickPools } from '#amm/ticks/pools'
import { fixedFee } from '#amm/ticks/state'

export const protocol = tickPools({
  kind: 'uniswap-v3',
  proof: { proven: true, by: 'UniswapV3Pool of @uniswap/v3-core 1.0.1' },
  state: fixedFee,
  /** Measured on the pool contract with plain tokens (`bench/swap-differential`), payment included. */
  gas: { swap: 73_200, crossing: 5_000, tick: 23_800, word: 7_200 },
})

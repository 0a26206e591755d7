/**
 * Concentrated-liquidity pools: Uniswap v3 and the forks that keep its storage and its swap.
 * Source: UniswapV3Pool of v3-core 1.0.1.
 */
import { tickEngine } from '#amm/ticks/engine'
import type { TickState } from '#amm/ticks/state'
import type { Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { getPool } from './abi.ts'

export interface State extends TickState {
  readonly feePpm: number
}

export const protocol: Protocol<State> = {
  kind: 'uniswap-v3',
  proof: { proven: true, by: 'UniswapV3Pool of @uniswap/v3-core 1.0.1' },

  ...tickEngine<State>({
    state: ({ kind: _, words: __, ...seen }, pool) => ({ ...seen, feePpm: pool.feePpm }),
    /** Measured on the pool contract with plain tokens (`bench/swap-differential`), payment included. */
    gas: { swap: 73_200, crossing: 5_000, tick: 23_800, word: 7_200 },
  }),

  *find(venue, pair) {
    const addresses = yield* ask(...venue.feesPpm.map((feePpm) => getPool(venue.factory, ...pair, feePpm)))
    const tokens = pair.toSorted()
    return venue.feesPpm.flatMap((feePpm, i) => {
      const address = addresses[i]
      return address === undefined ? [] : [{ venue, address, tokens, feePpm }]
    })
  },

  move: (pool, trade) => ({ move: 'callback', pool: pool.address, zeroForOne: trade.from === 0 }),
}

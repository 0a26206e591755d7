/** Constant-product pairs: Uniswap v2 and its forks, which differ only by factory and fee. */
import { findPair, getReserves } from '#amm/pairs'
import { createProductEngine, type ProductState } from '#amm/product'
import { ask } from '#domain/calls/reads'
import type { Protocol } from '#domain/pools/protocol'

export interface UniswapV2State extends ProductState {
  readonly feePpm: number
}

export const protocol: Protocol<UniswapV2State> = {
  kind: 'uniswap-v2',
  proof: { proven: true, by: 'UniswapV2Pair of @uniswap/v2-core 1.0.1' },

  /** Measured on the pair contract with plain tokens (`bench/swap-differential`), payment included. */
  ...createProductEngine<UniswapV2State>(56_900),

  gasDetail: () => ({ beyond: 2_900, cleared: 0 }),

  lens: {
    kind: 2,
    state(record, pool) {
      if (record.kind !== 2) throw new RangeError(`a record of kind ${record.kind} for a pair`)
      return { reserves: record.reserves, feePpm: pool.feePpm }
    },
  },

  withTransferFees: (state, transferFees) => ({ ...state, transferFees }),

  find: findPair,

  *load(pool) {
    const [{ reserves }] = yield* ask(getReserves(pool.address))
    return reserves.includes(0n) ? undefined : { reserves, feePpm: pool.feePpm }
  },

  move: (pool, trade) => ({
    move: 'push',
    pool: pool.address,
    zeroForOne: trade.from === 0,
    feePpm: pool.feePpm,
  }),
}

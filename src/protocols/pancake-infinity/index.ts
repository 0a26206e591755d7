/**
 * PancakeSwap Infinity's pools of concentrated liquidity without hooks: pools inside one manager, whose tokens lie in a vault.
 * Source: CLPoolManager, CLPool.swap, ProtocolFeeLibrary and Vault of infinity-core. What stands behind it: see README.md.
 */
import { tickEngine } from '#amm/ticks/engine'
import { stackedFees } from '#amm/ticks/stacked-fee'
import type { TickState } from '#amm/ticks/state'
import { hexFact, numberFact } from '#domain/facts'
import { knownPools, poolsNamed } from '#domain/known-pools'
import type { Protocol } from '#domain/protocol'
import { hex } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { creations } from './creations.ts'

/**
 * Beyond what every leg through an adapter costs: measured on our ports of vault and manager, without what these spend on
 * the pools behind them; ticks and words as of Uniswap v4's PoolManager, whose swap it is.
 */
const gas = { swap: 66_000, crossing: 5_250, tick: 16_060, word: 5_550 }

export const protocol: Protocol<TickState> = {
  kind: 'pancake-infinity',
  proof: {
    proven: false,
    by: "a second walk over the ticks, by us, and a port of the vault over Uniswap v4's PoolManager",
  },

  ...tickEngine<TickState>({
    state: stackedFees,
    questions: {
      price: hex('0xc815641c'), // getSlot0(bytes32)
      liquidity: hex('0xfa6793d5'), // getLiquidity(bytes32)
      bitmap: hex('0x7c352ef6'), // getPoolBitmapInfo(bytes32,int16)
      tick: hex('0x5aa208a4'), // getPoolTickInfo(bytes32,int24)
      spacing: 1, // each pool's own is in its place
    },
    place: (pool) => ({ to: pool.venue.factory, key: hexFact(pool, 'id'), spacing: numberFact(pool, 'spacing') }),
    candidates: poolsNamed,
    most: (1n << 127n) - 1n, // balances are int128
    gas,
  }),

  find: knownPools,

  creations,

  /** The adapter is told the fee and the spacing, which with both tokens are the pool's key. */
  move: (pool) => ({
    move: 'adapter',
    pool: adapterAddress['pancake-infinity'],
    target: pool.venue.factory,
    data: pool.feePpm * 2 ** 24 + numberFact(pool, 'spacing'),
  }),
}

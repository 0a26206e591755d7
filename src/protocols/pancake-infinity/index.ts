/**
 * PancakeSwap Infinity's pools of concentrated liquidity without hooks: pools inside one manager, whose tokens lie in a vault.
 * Source: CLPoolManager, CLPool.swap, ProtocolFeeLibrary and Vault of infinity-core. What stands behind it: see README.md.
 */
import { tickEngine } from '#amm/ticks/engine'
import { type ManagedState, managedState } from '#amm/ticks/stacked-fee'
import { flagFact, hexFact, numberFact } from '#domain/facts'
import { knownPools, poolsNamed } from '#domain/known-pools'
import type { Pool, Protocol, Trade } from '#domain/protocol'
import { hex } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { creations } from './creations.ts'

/**
 * Beyond what every leg through an adapter costs: measured on our ports of vault and manager, without what these spend on
 * the pools behind them. Of native currency it is wrapped and unwrapped beside. Ticks and words are as of Uniswap v4's
 * PoolManager, whose swap it is.
 */
const [tokenGas, nativeGas] = [66_000, 76_500]

export const protocol: Protocol<ManagedState> = {
  kind: 'pancake-infinity',
  proof: {
    proven: false,
    by: "a second walk over the ticks, by us, and a port of the vault over Uniswap v4's PoolManager",
  },

  ...tickEngine<ManagedState>({
    state: managedState,
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
    gas: ({ native }) => ({ swap: native ? nativeGas : tokenGas, crossing: 5_250, tick: 16_060, word: 5_550 }),
  }),

  find: knownPools,

  creations,

  /** The adapter is told the fee, which token stands for native currency, and the spacing: with both tokens the pool's key. */
  move: (pool, trade) => ({
    move: 'adapter',
    pool: adapterAddress['pancake-infinity'],
    target: pool.venue.factory,
    data: pool.feePpm * 2 ** 24 + nativeBit(pool, trade) + numberFact(pool, 'spacing'),
  }),
}

/** Native currency is the first of any pool it is in: sold, or bought. */
function nativeBit(pool: Pool, trade: Trade): number {
  if (!flagFact(pool, 'native')) return 0
  return trade.from === 0 ? 2 ** 23 : 2 ** 22
}

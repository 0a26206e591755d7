/**
 * PancakeSwap Infinity's pools of concentrated liquidity without hooks: pools inside one manager, whose tokens are held
 * by a vault. Source: CLPoolManager, CLPool.swap, ProtocolFeeLibrary and Vault of infinity-core. How the amounts are
 * verified: see README.md.
 */
import { createTickEngine } from '#amm/ticks/engine'
import { type ManagedState, toManagedState } from '#amm/ticks/managed-state'
import { flagFact, hexFact, numberFact, numbersFact } from '#domain/pools/facts'
import { findKnownPools, findListedPools } from '#domain/pools/known-pools'
import type { Pool, Protocol, Trade } from '#domain/pools/protocol'
import { hex } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { creations } from './creations.ts'

/**
 * Without the cost of every leg through an adapter: measured on our ports of vault and manager, without what these
 * spend on the pools behind them, which is a fact of the sandbox's pools. Native currency is wrapped and unwrapped in addition. Ticks and words cost as in
 * Uniswap v4's PoolManager, whose swap it is.
 */
const [tokenGas, nativeGas] = [66_000, 76_500]

const engine = createTickEngine<ManagedState>({
  state: toManagedState,
  selectors: {
    price: hex('0xc815641c'), // getSlot0(bytes32)
    liquidity: hex('0xfa6793d5'), // getLiquidity(bytes32)
    bitmap: hex('0x7c352ef6'), // getPoolBitmapInfo(bytes32,int16)
    tick: hex('0x5aa208a4'), // getPoolTickInfo(bytes32,int24)
    spacing: 1, // each pool has its own in its place
  },
  locate: (pool) => ({ to: pool.venue.factory, key: hexFact(pool, 'id'), spacing: numberFact(pool, 'spacing') }),
  candidates: findListedPools,
  max: (1n << 127n) - 1n, // balances are int128
  gas: ({ native }) => ({
    swap: native ? nativeGas : tokenGas,
    crossing: 5_250,
    tick: 16_060,
    word: 5_550,
    newTick: 0, // it stores no mean price
  }),
})

export const protocol: Protocol<ManagedState> = {
  kind: 'pancake-infinity',
  proof: {
    proven: true,
    by: 'CLPoolManager and Vault of pancakeswap/infinity-core: 2,580 trades recorded on a local chain',
  },

  ...engine,

  gasDetail(state, trade, pool) {
    const detail = engine.gasDetail(state, trade, pool)
    return { ...detail, beyond: detail.beyond + gasBehind(pool, trade) }
  },

  find: findKnownPools,

  creations,

  /**
   * The adapter is given the fee, which token represents native currency, and the spacing: with both tokens the pool's
   * key.
   */
  move: (pool, trade) => ({
    move: 'adapter',
    pool: adapterAddress['pancake-infinity'],
    target: pool.venue.factory,
    data: pool.feePpm * 2 ** 24 + encodeNativeBit(pool, trade) + numberFact(pool, 'spacing'),
  }),
}

/** Of a port, which trades in another pool; 0 on a network. */
const gasBehind = (pool: Pool, { from }: Trade): number =>
  pool.facts?.['gasBehind'] === undefined ? 0 : (numbersFact(pool, 'gasBehind')[from] ?? 0)

/** Native currency is the first token of any pool it is in: as input, or as output. */
function encodeNativeBit(pool: Pool, trade: Trade): number {
  if (!flagFact(pool, 'native')) return 0
  return trade.from === 0 ? 2 ** 23 : 2 ** 22
}

/**
 * Uniswap v4 without hooks in its swaps: pools inside one manager, identified by the hash of their key, so that those
 * without any hook are found without a read. Source: PoolManager, Pool.swap and ProtocolFeeLibrary of @uniswap/v4-core 1.0.2.
 */
import { createTickEngine } from '#amm/ticks/engine'
import { type ManagedState, toManagedState } from '#amm/ticks/managed-state'
import { ask } from '#domain/calls/reads'
import { addressFact, flagFact, hexFact, numberFact } from '#domain/pools/facts'
import type { Move, Pool, Protocol, Trade } from '#domain/pools/protocol'
import { hex, nativeToken } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { listCandidates } from './candidates.ts'
import { creations } from './creations.ts'

/** Native currency is settled with a call's value: no balance of the manager is read or written. */
const [tokenGas, nativeGas] = [98_600, 62_600]

export const protocol: Protocol<ManagedState> = {
  kind: 'uniswap-v4',
  proof: { proven: true, by: 'PoolManager of @uniswap/v4-core 1.0.2' },

  ...createTickEngine<ManagedState>({
    state: toManagedState,
    selectors: {
      price: hex('0xc815641c'), // getSlot0(bytes32)
      liquidity: hex('0xfa6793d5'), // getLiquidity(bytes32)
      bitmap: hex('0x1c7ccb4c'), // getTickBitmap(bytes32,int16)
      tick: hex('0xcaedab54'), // getTickLiquidity(bytes32,int24)
      spacing: 1, // each pool has its own in its place
    },
    locate: (pool) => ({
      to: addressFact(pool.venue, 'stateView'),
      key: hexFact(pool, 'id'),
      spacing: numberFact(pool, 'spacing'),
    }),
    candidates: listCandidates,
    max: (1n << 127n) - 1n, // balances are int128
    gas: ({ native }) => ({
      ...(native ? { swap: nativeGas, beyond: [-7_000, 19_000], cleared: 1 } : { swap: tokenGas, beyond: -20_000 }),
      newTick: 0,
      crossing: 5_250,
      tick: 16_060,
      word: 5_550,
    }),
  }),

  *find(venue, pair) {
    yield* ask() // no reads: ids are computed
    return listCandidates(venue, pair)
  },

  creations,

  move: (pool, trade) => (flagFact(pool, 'native') ? nativeMove(pool, trade) : vaultMove(pool, trade)),
}

const vaultMove = (pool: Pool, trade: Trade): Move => ({
  move: 'vault',
  pool: pool.venue.factory,
  zeroForOne: trade.from === 0,
  keyFee: pool.feePpm,
  tickSpacing: numberFact(pool, 'spacing'),
  // only a hook that no swap calls: creations.ts
  hooks: pool.facts?.['hooks'] === undefined ? nativeToken : addressFact(pool, 'hooks'),
})

/**
 * The router's vault move pays and takes tokens. Pools of native currency therefore have an adapter, which is given the
 * fee, whether the wrapped token is its input, and the spacing.
 */
const nativeMove = (pool: Pool, trade: Trade): Move => ({
  move: 'adapter',
  pool: adapterAddress['uniswap-v4-native'],
  target: pool.venue.factory,
  data: pool.feePpm * 2 ** 24 + (trade.from === 0 ? 2 ** 23 : 0) + numberFact(pool, 'spacing'),
})

/**
 * Pools of n tokens of one price in Solidity: Saddle's StableSwap and others with its `swap`. They have no factory with
 * a lookup by tokens, so a venue states them, with the decimals of their tokens. Source: StableSwap and
 * SwapUtilsExternal of @connext/smart-contracts 2.4.0.
 */
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { numbersFact } from '#domain/pools/facts'
import { findKnownPools } from '#domain/pools/known-pools'
import type { Protocol } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getAPrecise, getTokenBalance, paused, swapStorage } from './abi.ts'
import { toSegments } from './segments.ts'
import type { StableSwapState } from './state.ts'
import { swap } from './swap.ts'

/** The data of the adapter: index of the input token << 24 | index of the output token. */
const soldShift = 2 ** 24

/** Measured on the contract with plain tokens, payment included, without the cost of every leg through an adapter. */
const baseGas = 97_500n
const tokenGas = 5_800n

const gasOf = ({ balances }: StableSwapState): bigint => baseGas + tokenGas * BigInt(balances.length)

export const protocol: Protocol<StableSwapState> = {
  kind: 'stable-swap',
  proof: { proven: true, by: 'StableSwap of @connext/smart-contracts 2.4.0' },

  find: findKnownPools,

  *load(pool) {
    const { address } = pool
    const decimals = numbersFact(pool, 'decimals')
    const [{ futureA, feeE10, adminFeeE10 }, amplification, isPaused, ...balances] = yield* ask(
      swapStorage(address),
      getAPrecise(address),
      paused(address),
      ...pool.tokens.map((_, i) => getTokenBalance(address, i)),
    )
    if (isPaused) throw new PoolSkippedError('paused')
    // During a ramp it is different in the next block.
    if (amplification !== futureA) throw new PoolSkippedError('unmodelled')
    if (balances.includes(0n)) return undefined
    const multipliers = decimals.map((n) => 10n ** BigInt(18 - n))
    return { balances, multipliers, amplification, feeE10, adminFeeE10 }
  },

  ...createSwapMethods(swap, (state, { balances }) => ({ ...state, balances })),

  hasCurves: true,
  segments: (state, way) => toSegments(state, way, Number(gasOf(state))),

  gas: (state) => gas(gasOf(state)),

  gasDetail: () => ({ beyond: -8_600, cleared: 3 }),

  move: (pool, { from, to }) => ({
    move: 'adapter',
    pool: adapterAddress['stable-swap'],
    target: pool.address,
    data: from * soldShift + to,
  }),
}

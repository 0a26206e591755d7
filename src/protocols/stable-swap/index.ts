/**
 * Pools of n tokens of one price in Solidity: Saddle's StableSwap and what keeps its `swap`. They have no factory that
 * finds one by its tokens, so that a venue states them, with the decimals of their tokens.
 * Source: StableSwap and SwapUtilsExternal of @connext/smart-contracts 2.4.0.
 */
import { wholeTrades } from '#amm/whole-trades'
import { numbersFact } from '#domain/facts'
import { knownPools } from '#domain/known-pools'
import { LeftOut } from '#domain/left-out'
import type { Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getAPrecise, getTokenBalance, paused, swapStorage } from './abi.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { swap } from './swap.ts'

/** The data of the adapter: index of the sold token << 24 | index of the bought one. */
const soldShift = 2 ** 24

/** Measured on the contract with plain tokens, payment included, beyond what every leg through an adapter costs. */
const baseGas = 97_500n
const tokenGas = 5_800n

const gasOf = ({ balances }: State): bigint => baseGas + tokenGas * BigInt(balances.length)

export const protocol: Protocol<State> = {
  kind: 'stable-swap',
  proof: { proven: true, by: 'StableSwap of @connext/smart-contracts 2.4.0' },

  find: knownPools,

  *load(pool) {
    const { address } = pool
    const decimals = numbersFact(pool, 'decimals')
    const [{ futureA, feeE10, adminFeeE10 }, amplification, isPaused, ...balances] = yield* ask(
      swapStorage(address),
      getAPrecise(address),
      paused(address),
      ...pool.tokens.map((_, i) => getTokenBalance(address, i)),
    )
    if (isPaused) throw new LeftOut('paused')
    // While it ramps it is another one in the next block.
    if (amplification !== futureA) throw new LeftOut('unmodelled')
    if (balances.includes(0n)) return undefined
    const multipliers = decimals.map((n) => 10n ** BigInt(18 - n))
    return { balances, multipliers, amplification, feeE10, adminFeeE10 }
  },

  ...wholeTrades(swap, (state, { balances }) => ({ ...state, balances })),

  stretches: (state, way) => stretches(state, way, Number(gasOf(state))),

  gas: (state) => gas(gasOf(state)),

  move: (pool, { from, to }) => ({
    move: 'adapter',
    pool: adapterAddress['stable-swap'],
    target: pool.address,
    data: from * soldShift + to,
  }),
}

/**
 * stETH, wrapped into wstETH. The other direction is not offered: how much stETH arrives depends on the recipient.
 * Source: Lido's StETH and WstETH. How the amounts are verified: see README.md.
 */

import { rateToSegments } from '#amm/rate-segments'
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { findKnownPools } from '#domain/pools/known-pools'
import type { Protocol } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import {
  getExternalEther,
  getExternalShares,
  getPooledEther,
  getShares,
  getTotalShares,
  getWrapped,
  isStopped,
} from './abi.ts'
import { type LidoState, swap } from './swap.ts'

/**
 * More than will ever exist, so that a formula with numbers off by a unit is detected; below the 2^128 that stETH
 * accepts.
 */
const trialAmount = (1n << 127n) + 1_234_567_890_123_456_789n

/** Measured on our port, payment included, without the cost of every leg through an adapter. */
const wrapGas = 62_200n

export const protocol: Protocol<LidoState> = {
  kind: 'lido',
  proof: { proven: false, by: 'a port of our own, and the largest number of shares that an amount pays for' },

  find: findKnownPools,

  *load({ address: wsteth, tokens: [steth = wsteth] }) {
    const [all, allShares, backed, backedShares, inside, stopped, said] = yield* ask(
      getPooledEther(steth),
      getTotalShares(steth),
      getExternalEther(steth),
      getExternalShares(steth),
      getShares(steth, wsteth),
      isStopped(steth),
      getWrapped(wsteth, trialAmount),
    )
    if (stopped) throw new PoolSkippedError('paused')
    const [ether, shares] = [all - backed, allShares - backedShares]
    // below one wei per share, not every amount of stETH can be moved as a number of shares
    if (shares === 0n || ether < shares || (trialAmount * shares) / ether !== said)
      throw new PoolSkippedError('unmodelled')
    return { ether, shares, outside: allShares - inside }
  },

  ...createSwapMethods(swap, (_, { after }) => after),

  segments({ ether, shares, outside }, { from }) {
    const rate = Number(shares) / Number(ether)
    return rateToSegments({ rate, max: from === 0 ? Number(outside) / rate : 0, gas: Number(wrapGas) })
  },

  gas: () => gas(wrapGas),

  move: (pool) => ({ move: 'adapter', pool: adapterAddress.lido, target: pool.address, data: 0 }),
}

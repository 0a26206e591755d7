/**
 * stETH, wrapped into wstETH. The other way is left out: what arrives of stETH depends on who receives it.
 * Source: Lido's StETH and WstETH. What stands behind the amounts: see README.md.
 */

import { rateStretches } from '#amm/rate-stretches'
import { wholeTrades } from '#amm/whole-trades'
import { knownPools } from '#domain/known-pools'
import { LeftOut } from '#domain/left-out'
import type { Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { externalEther, externalShares, isStopped, pooledEther, sharesOf, totalShares, wrapped } from './abi.ts'
import { type State, swap } from './swap.ts'

/** More than there will ever be, so that a formula whose numbers differ by a unit gives itself away; below the 2^128 that stETH takes. */
const trial = (1n << 127n) + 1_234_567_890_123_456_789n

/** Measured on our port, payment included, beyond what every leg through an adapter costs. */
const wrapGas = 62_200n

export const protocol: Protocol<State> = {
  kind: 'lido',
  proof: { proven: false, by: 'a port of our own, and the largest number of shares that an amount pays for' },

  find: knownPools,

  *load({ address: wsteth, tokens: [steth = wsteth] }) {
    const [all, allShares, backed, backedShares, inside, stopped, said] = yield* ask(
      pooledEther(steth),
      totalShares(steth),
      externalEther(steth),
      externalShares(steth),
      sharesOf(steth, wsteth),
      isStopped(steth),
      wrapped(wsteth, trial),
    )
    if (stopped) throw new LeftOut('paused')
    const [ether, shares] = [all - backed, allShares - backedShares]
    // below one wei a share, an amount of stETH is moved by no number of shares
    if (shares === 0n || ether < shares || (trial * shares) / ether !== said) throw new LeftOut('unmodelled')
    return { ether, shares, outside: allShares - inside }
  },

  ...wholeTrades(swap, (_, { after }) => after),

  stretches({ ether, shares, outside }, { from }) {
    const rate = Number(shares) / Number(ether)
    return rateStretches({ rate, most: from === 0 ? Number(outside) / rate : 0, gas: Number(wrapGas) })
  },

  gas: () => gas(wrapGas),

  move: (pool) => ({ move: 'adapter', pool: adapterAddress.lido, target: pool.address, data: 0 }),
}

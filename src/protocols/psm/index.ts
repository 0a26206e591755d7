/**
 * Peg stability modules, which exchange DAI and another stablecoin, their gem, one for one apart from fees. Source:
 * DssLitePsm. How the amounts are verified: see README.md.
 */

import { rateToSegments } from '#amm/rate-segments'
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { addressFact, bigintFact } from '#domain/pools/facts'
import type { Protocol } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getAllowance, getBalance, getTin, getTout } from './abi.ts'
import { findModules } from './find-modules.ts'
import { type PsmState, swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const sellGas = 33_400n
const buyGas = 40_000n

export const protocol: Protocol<PsmState> = {
  kind: 'psm',
  proof: { proven: false, by: 'a port of our own, and the prices of all amounts searched' },

  find: findModules,

  *load(pool) {
    const { address, tokens, base: module = address } = pool
    const [gem = address, token = address] = tokens
    const dai = pool.base === undefined ? token : addressFact(pool, 'dai')
    const pocket = addressFact(pool, 'pocket')
    const [tin, tout, payable, gems, allowed] = yield* ask(
      getTin(address),
      getTout(address),
      getBalance(dai, module),
      getBalance(gem, pocket),
      getAllowance(gem, pocket, module),
    )
    // the module cannot sell what it cannot take out of its pocket
    if (allowed < gems) throw new PoolSkippedError('unmodelled')
    return { factor: bigintFact(pool, 'factor'), tin, tout, dai: payable, gems }
  },

  ...createSwapMethods(swap, (_, { after }) => after),

  segments({ factor, tin, tout, dai, gems }, { from }) {
    const [sells, scale] = [from === 0, Number(factor)]
    const rate = sells
      ? scale * Math.max(0, 1 - Number(tin) / 1e18)
      : Number(tout) > 1e18
        ? 0
        : 1 / (scale * (1 + Number(tout) / 1e18))
    return rateToSegments({ rate, max: Number(sells ? dai : gems) / rate, gas: Number(sells ? sellGas : buyGas) })
  },

  gas: (_, { from }) => gas(from === 0 ? sellGas : buyGas),

  gasDetail: () => ({ beyond: -5_500, cleared: 2 }),

  move: (pool, { from }) => ({ move: 'adapter', pool: adapterAddress.psm, target: pool.address, data: from }),
}

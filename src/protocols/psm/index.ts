/**
 * Peg stability modules, which exchange DAI and another stablecoin, their gem, one for one but for fees.
 * Source: DssLitePsm. What stands behind the amounts: see README.md.
 */

import { rateStretches } from '#amm/rate-stretches'
import { wholeTrades } from '#amm/whole-trades'
import { addressFact, bigintFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { allowanceOf, balanceOf, tinOf, toutOf } from './abi.ts'
import { findModules } from './find.ts'
import { type State, swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs. */
const sellGas = 33_400n
const buyGas = 40_000n

export const protocol: Protocol<State> = {
  kind: 'psm',
  proof: { proven: false, by: 'a port of our own, and the prices of all amounts searched' },

  find: findModules,

  *load(pool) {
    const { address, tokens } = pool
    const [gem = address, token = address] = tokens
    const pocket = addressFact(pool, 'pocket')
    const [tin, tout, dai, gems, allowed] = yield* ask(
      tinOf(address),
      toutOf(address),
      balanceOf(token, address),
      balanceOf(gem, pocket),
      allowanceOf(gem, pocket, address),
    )
    // what the module cannot take out of its pocket it cannot sell
    if (allowed < gems) throw new LeftOut('unmodelled')
    return { factor: bigintFact(pool, 'factor'), tin, tout, dai, gems }
  },

  ...wholeTrades(swap, (_, { after }) => after),

  stretches({ factor, tin, tout, dai, gems }, { from }) {
    const [sells, scale] = [from === 0, Number(factor)]
    const rate = sells
      ? scale * Math.max(0, 1 - Number(tin) / 1e18)
      : Number(tout) > 1e18
        ? 0
        : 1 / (scale * (1 + Number(tout) / 1e18))
    return rateStretches({ rate, most: Number(sells ? dai : gems) / rate, gas: Number(sells ? sellGas : buyGas) })
  },

  gas: (_, { from }) => gas(from === 0 ? sellGas : buyGas),

  move: (pool, { from }) => ({ move: 'adapter', pool: adapterAddress.psm, target: pool.address, data: from }),
}

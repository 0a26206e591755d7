/**
 * Sky's converter between DAI and USDS, one for one. Source: DaiUsds. How the amounts are verified: see README.md.
 */

import { rateToSegments } from '#amm/rate-segments'
import { createSwapMethods } from '#amm/swap-methods'
import { ask, type Reading } from '#domain/calls/reads'
import { addressFact } from '#domain/pools/facts'
import { findListedPools } from '#domain/pools/known-pools'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getDai, getDaiJoin, getUsds, isLive, totalSupply } from './abi.ts'
import { type DaiUsdsState, swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const convertGas = 61_200n

export const protocol: Protocol<DaiUsdsState> = {
  kind: 'dai-usds',
  proof: { proven: false, by: 'a port of our own' },

  *find(venue, pair) {
    const found: Pool[] = []
    for (const pool of findListedPools(venue, pair)) found.push(yield* findConverter(pool))
    return found
  },

  *load(pool) {
    const [dai = pool.address, usds = pool.address] = pool.tokens
    const [daiSupply, usdsSupply, createsDai] = yield* ask(
      totalSupply(dai),
      totalSupply(usds),
      isLive(addressFact(pool, 'daiJoin')),
    )
    return { supplies: [daiSupply, usdsSupply], createsDai }
  },

  ...createSwapMethods(swap, (_, { after }) => after),

  segments({ supplies: [dai, usds], createsDai }, { from }) {
    const max = from === 0 ? Number(dai) : createsDai ? Number(usds) : 0
    return rateToSegments({ rate: 1, max, gas: Number(convertGas) })
  },

  gas: () => gas(convertGas),

  move: (pool, { from }) => ({ move: 'adapter', pool: adapterAddress['dai-usds'], target: pool.address, data: from }),
}

function* findConverter(pool: Pool): Reading<Pool> {
  const { address, tokens } = pool
  const [dai, usds, daiJoin] = yield* ask(getDai(address), getUsds(address), getDaiJoin(address))
  const isIt = tokens.length === 2 && tokens[0] === dai && tokens[1] === usds
  return { ...pool, facts: { daiJoin }, ...(!isIt && { skipReason: 'unmodelled' as const }) }
}

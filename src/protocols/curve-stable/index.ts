/**
 * Curve's pools of tokens of one price: StableSwap with 2 to 4 tokens, and StableSwap-NG with up to 8.
 * Source: StableSwap of 3pool and of the pool template, CurveStableSwapNG. What stands behind the amounts: see README.md.
 */
import { wholeTrades } from '#amm/whole-trades'
import type { Protocol } from '#domain/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { findPools } from './find.ts'
import { isNew, load } from './load.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { swap } from './swap.ts'

/** The data of the adapter: whether it is a StableSwap-NG << 40 | index of the sold token << 24 | of the bought one. */
const [newShift, soldShift] = [2 ** 40, 2 ** 24]

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs; oracles written anew. */
const spent = { plain: { base: 84_000n, token: 6_000n }, ng: { base: 69_000n, token: 14_600n } } as const

function gasOf({ balances, offpegE10 }: State): bigint {
  const { base, token } = offpegE10 === undefined ? spent.plain : spent.ng
  return base + token * BigInt(balances.length)
}

export const protocol: Protocol<State> = {
  kind: 'curve-stable',
  proof: {
    proven: false,
    by: 'a port of our own, the invariant solved in exact fractions, and 92 outputs recorded by others',
  },

  find: findPools,

  load,

  ...wholeTrades(swap, (state, { balances }) => ({ ...state, balances })),

  stretches: (state, way) => stretches(state, way, Number(gasOf(state))),

  gas: (state) => gas(gasOf(state)),

  move: (pool, { from, to }) => ({
    move: 'adapter',
    pool: adapterAddress['curve-stable'],
    target: pool.address,
    data: (isNew(pool) ? newShift : 0) + from * soldShift + to,
  }),
}

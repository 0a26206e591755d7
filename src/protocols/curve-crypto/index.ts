/**
 * Curve's pools of tokens that are worth anything to each other: CryptoSwap with two tokens, Tricrypto, Tricrypto-NG and
 * Twocrypto-NG. Source: CurveCryptoSwap2, CurveCryptoSwap with CurveCryptoMath3, CurveTricryptoOptimized with
 * CurveCryptoMathOptimized3, CurveTwocryptoOptimized with CurveCryptoMathOptimized2 v2.1.0.
 * What stands behind the amounts: see README.md.
 */
import { wholeTrades } from '#amm/whole-trades'
import type { Protocol } from '#domain/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { findPools } from './find.ts'
import { load } from './load.ts'
import type { Kind, State } from './state.ts'
import { stretches } from './stretches.ts'
import { swap } from './swap.ts'

/** The data of the adapter: index of the sold token << 24 | of the bought one. */
const soldShift = 2 ** 24

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs. */
const spent: Readonly<Record<Kind, bigint>> = { two: 198_000n, tri: 265_000n, 'tri-ng': 268_000n, 'two-ng': 234_000n }

export const protocol: Protocol<State> = {
  kind: 'curve-crypto',
  proof: {
    proven: false,
    by: 'a port of our own, the invariant solved in exact fractions, and 43 outputs recorded by others',
  },

  find: findPools,

  load,

  ...wholeTrades(swap, (_, { state }) => state),

  stretches: (state, way) => stretches(state, way, Number(spent[state.kind])),

  gas: ({ kind }) => gas(spent[kind]),

  move: (pool, { from, to }) => ({
    move: 'adapter',
    pool: adapterAddress['curve-crypto'],
    target: pool.address,
    data: from * soldShift + to,
  }),
}

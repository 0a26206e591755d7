/**
 * Curve's pools of tokens of one price: StableSwap with 2 to 4 tokens, StableSwap-NG with up to 8, and pools over these.
 * Source: StableSwap of 3pool and of the pool templates, CurveStableSwapNG, CurveStableSwapMetaNG. What stands behind the amounts: see README.md.
 */
import { wholeTrades } from '#amm/whole-trades'
import type { Pool, Protocol, Trade } from '#domain/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { findPools } from './find.ts'
import { load } from './load.ts'
import { isNew } from './read.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { traded, wayOf } from './trade.ts'

type Way = Pick<Trade, 'from' | 'to'>

/**
 * The data of the adapter: whether it trades tokens of the pool below << 41 | whether it is a StableSwap-NG << 40 | index of
 * the sold token << 24 | of the bought one.
 */
const [belowShift, newShift, soldShift] = [2 ** 41, 2 ** 40, 2 ** 24]

/** Of a pool over another the share has no index among the tokens that are traded below it. */
function dataOf(pool: Pool, { from, to }: Way): number {
  const way = pool.base === undefined ? 'own' : wayOf({ from, to })
  const kind = isNew(pool) ? newShift : 0
  if (way === 'own') return kind + from * soldShift + to
  // two that it does not trade for one another are one and the same to the contract, which refuses that
  if (way === undefined) return kind
  return belowShift + kind + (way === 'in' ? (from - 1) * soldShift : to - 1)
}

interface Spent {
  readonly base: bigint
  readonly token: bigint
}

type Kind = 'plain' | 'ng'

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs; oracles written anew. */
const spent: Readonly<Record<Kind, Spent>> = {
  plain: { base: 84_000n, token: 6_000n },
  ng: { base: 69_000n, token: 14_600n },
}

/** The same of a pool below: asking it what a share is worth, and paying a token in or taking one out. */
const spentBelow: Readonly<Record<Kind, Readonly<Record<'price' | 'in' | 'out', Spent>>>> = {
  plain: {
    price: { base: 13_000n, token: 4_000n },
    in: { base: 68_000n, token: 8_000n },
    out: { base: 64_000n, token: 4_000n },
  },
  ng: {
    price: { base: 17_500n, token: 6_700n },
    in: { base: 45_000n, token: 28_000n },
    out: { base: 55_000n, token: 16_500n },
  },
}

const kindOf = ({ offpegE10 }: State): Kind => (offpegE10 === undefined ? 'plain' : 'ng')

const sumOf = ({ base, token }: Spent, { balances }: State): bigint => base + token * BigInt(balances.length)

/** A rate that is kept is not asked for. */
function gasOf(state: State, trade: Way): bigint {
  const own = sumOf(spent[kindOf(state)], state)
  if (state.over === undefined) return own
  const { base, keepsRate } = state.over
  const below = spentBelow[kindOf(base)]
  const way = wayOf(trade) ?? 'own'
  const price = keepsRate ? 0n : sumOf(below.price, base)
  return own + price + (way === 'own' ? 0n : sumOf(below[way], base))
}

export const protocol: Protocol<State> = {
  kind: 'curve-stable',
  proof: {
    proven: false,
    by: 'a port of our own, the invariant solved in exact fractions, and 174 outputs recorded by others',
  },

  find: findPools,

  load,

  ...wholeTrades(traded, (_, { next }) => next),

  stretches: (state, way) => stretches(state, way, Number(gasOf(state, way))),

  gas: (state, trade) => gas(gasOf(state, trade)),

  move: (pool, trade) => ({
    move: 'adapter',
    pool: adapterAddress['curve-stable'],
    target: pool.address,
    data: dataOf(pool, trade),
  }),
}

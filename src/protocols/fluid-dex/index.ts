/**
 * Fluid DEX T1: what was supplied to a lending protocol and what is owed to it, each a piece of a constant product.
 * What stands behind the amounts: see README.md.
 */
import { wholeTrades } from '#amm/whole-trades'
import { addressFact, flagFact } from '#domain/facts'
import type { Pool, Protocol, Trade, Venue } from '#domain/protocol'
import { ask } from '#domain/reads'
import { type Address, gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { decimalsOf, getAllPools, type Listed, native } from './abi.ts'
import { curvesOf, divided } from './curves.ts'
import { load } from './load.ts'
import type { State } from './state.ts'
import { type Gas, stretches } from './stretches.ts'
import { swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs. */
const swapGas: Gas = { one: 131_500, both: 175_000 }

/** The data of the adapter: whether token 0 is sold, whether native currency is, whether it is bought. */
const [sellsFirst, sellsNative, buysNative] = [1, 2, 4]

export const protocol: Protocol<State> = {
  kind: 'fluid-dex',
  proof: {
    proven: false,
    by: 'a port of our own, both curves solved in exact fractions, and outputs recorded by others',
  },

  *find(venue, pair) {
    const [listed, ...decimals] = yield* ask(
      getAllPools(addressFact(venue, 'resolver')),
      ...pair.map((token) => decimalsOf(token)),
    )
    const known = new Map(pair.map((token, i) => [token, decimals[i] ?? 0]))
    return listed.flatMap((one) => poolOf(venue, one, known))
  },

  load,

  ...wholeTrades(swap, (_, { after }) => after),

  stretches: (state, way) => stretches(state, way, swapGas),

  gas: (state, trade) => gas(BigInt(usesBoth(state, trade) ? swapGas.both : swapGas.one)),

  move: (pool, { from }) => ({
    move: 'adapter',
    pool: adapterAddress['fluid-dex'],
    target: pool.address,
    data: (from === 0 ? sellsFirst : 0) + nativeSide(pool, from, sellsNative) + nativeSide(pool, 1 - from, buysNative),
  }),
}

/** @param decimals of the two tokens that are asked for */
function poolOf(
  venue: Venue,
  { address, tokens, feePpm }: Listed,
  decimals: ReadonlyMap<Address, number>,
): readonly Pool[] {
  const wrapped = addressFact(venue, 'wrapped')
  const ours = tokens.map((token) => (token === native ? wrapped : token))
  if (!ours.every((token) => decimals.has(token))) return []
  const [native0, native1] = tokens.map((token) => token === native)
  const facts = {
    decimals: ours.map((token) => decimals.get(token) ?? 0),
    ...(native0 && { native0 }),
    ...(native1 && { native1 }),
  }
  return [{ venue, address, tokens: ours, feePpm, facts }]
}

const nativeSide = (pool: Pool, side: number, bit: number): number =>
  flagFact(pool, side === 0 ? 'native0' : 'native1') ? bit : 0

/** A trade that is refused counts as one of both curves. */
function usesBoth(state: State, { from, amountIn }: Trade): boolean {
  if (!state.collateral || !state.debt) return false
  const way = from === 0 ? 0 : 1
  const { up, down } = state.tokens[way]
  try {
    const { collateral, debt } = divided(curvesOf(state, way), (amountIn * up) / down, state.feePpm)
    return collateral.paid > 0n && debt.paid > 0n
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

/**
 * Fluid DEX T1: supply to a lending protocol and debt from it, each a piece of a constant product. How the amounts are
 * verified: see README.md.
 */
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { addressFact, flagFact } from '#domain/pools/facts'
import type { Pool, Protocol, Trade, Venue } from '#domain/pools/protocol'
import { type Address, gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { type FluidListedPool, getAllPools, getDecimals, nativePlaceholder } from './abi.ts'
import { createCurves, divideTrade } from './curves.ts'
import { load } from './load.ts'
import { type FluidGas, toSegments } from './segments.ts'
import type { FluidState } from './state.ts'
import { swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const swapGas: FluidGas = { one: 131_500, both: 175_000 }

/** Bits of the adapter's data: token 0 is the input, native currency is the input, native currency is the output. */
const [sellsFirst, sellsNative, buysNative] = [1, 2, 4]

export const protocol: Protocol<FluidState> = {
  kind: 'fluid-dex',
  proof: {
    proven: false,
    by: 'a port of our own, both curves solved in exact fractions, and outputs recorded by others',
  },

  *find(venue, pair) {
    const [listed, ...decimals] = yield* ask(
      getAllPools(addressFact(venue, 'resolver')),
      ...pair.map((token) => getDecimals(token)),
    )
    const known = new Map(pair.map((token, i) => [token, decimals[i] ?? 0]))
    return listed.flatMap((one) => toPools(venue, one, known))
  },

  load,

  ...createSwapMethods(swap, (_, { after }) => after),

  segments: (state, way) => toSegments(state, way, swapGas),

  gas: (state, trade) => gas(BigInt(usesBothCurves(state, trade) ? swapGas.both : swapGas.one)),

  gasRise: (state, trade) =>
    state.collateral && state.debt && !usesBothCurves(state, trade) ? swapGas.both - swapGas.one : 0,

  gasDetail(_, { from }, pool) {
    if (encodeNativeFlag(pool, from, sellsNative) > 0) return { beyond: 6_000, cleared: 1 }
    return encodeNativeFlag(pool, 1 - from, buysNative) > 0
      ? { beyond: 29_000, cleared: 3 }
      : { beyond: 6_000, cleared: 2 }
  },

  move: (pool, { from }) => ({
    move: 'adapter',
    pool: adapterAddress['fluid-dex'],
    target: pool.address,
    data:
      (from === 0 ? sellsFirst : 0) +
      encodeNativeFlag(pool, from, sellsNative) +
      encodeNativeFlag(pool, 1 - from, buysNative),
  }),
}

/** @param decimals of the two requested tokens */
function toPools(
  venue: Venue,
  { address, tokens, feePpm }: FluidListedPool,
  decimals: ReadonlyMap<Address, number>,
): readonly Pool[] {
  const wrapped = addressFact(venue, 'wrapped')
  const ours = tokens.map((token) => (token === nativePlaceholder ? wrapped : token))
  if (!ours.every((token) => decimals.has(token))) return []
  const [native0, native1] = tokens.map((token) => token === nativePlaceholder)
  const facts = {
    decimals: ours.map((token) => decimals.get(token) ?? 0),
    ...(native0 && { native0 }),
    ...(native1 && { native1 }),
  }
  return [{ venue, address, tokens: ours, feePpm, facts }]
}

const encodeNativeFlag = (pool: Pool, side: number, bit: number): number =>
  flagFact(pool, side === 0 ? 'native0' : 'native1') ? bit : 0

/** A refused trade counts as one of both curves. */
function usesBothCurves(state: FluidState, { from, amountIn }: Trade): boolean {
  if (!state.collateral || !state.debt) return false
  const way = from === 0 ? 0 : 1
  const { up, down } = state.tokens[way]
  try {
    const { collateral, debt } = divideTrade(createCurves(state, way), (amountIn * up) / down, state.feePpm)
    return collateral.paid > 0n && debt.paid > 0n
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

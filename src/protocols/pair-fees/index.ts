/**
 * Constant-product pairs with fees of their own: Camelot V2 and pairs that return their fees as it does, or by a
 * function. Source: CamelotPair.getReserves, getAmountOut and swap. How the amounts are verified: see README.md.
 */
import { findPair, getReserves } from '#amm/pairs'
import { createProductEngine, type ProductState } from '#amm/product'
import { readUint } from '#domain/calls/getters'
import { ask } from '#domain/calls/reads'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { adapterAddress } from '#protocols/adapters.gen'
import { getFeeSelectors, parseFees } from './fees.ts'

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const swapGas = 24_600

export interface PairFeesState extends ProductState {
  readonly feePpm: readonly [token0: number, token1: number]
}

export const protocol: Protocol<PairFeesState> = {
  kind: 'pair-fees',
  proof: { proven: false, by: 'a port of our own, and the product of what a pair holds in exact fractions' },

  ...createProductEngine<PairFeesState>(swapGas),

  gasDetail: () => ({ beyond: 2_000, cleared: 1 }),

  lens: {
    kind: 2,
    more: getFeeSelectors,
    state(record, { venue }) {
      if (record.kind !== 2) throw new RangeError(`a record of kind ${record.kind} for a pair`)
      const [third = 0n, fourth = 0n, ...answers] = record.words
      return { reserves: record.reserves, feePpm: parseFees(venue, { words: [third, fourth] }, answers) }
    },
  },

  find: findPair,

  *load({ venue, address }: Pool) {
    const [{ reserves, words }, ...answers] = yield* ask(
      getReserves(address),
      ...getFeeSelectors(venue).map((selector) => readUint(address, selector)),
    )
    return reserves.includes(0n) ? undefined : { reserves, feePpm: parseFees(venue, { words }, answers) }
  },

  /** As for a pool of Solidly: the adapter asks it for its output, so that a fee changed since then applies. */
  move: ({ address }) => ({ move: 'adapter', pool: adapterAddress['solidly-v2'], target: address, data: 0 }),
}

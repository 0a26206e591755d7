/**
 * Constant-product pairs that each have fees of their own: Camelot V2 and what says its fee as that does, or to a question.
 * Source: CamelotPair.getReserves, getAmountOut and swap. What stands behind the amounts: see README.md.
 */
import { findPair, getReserves } from '#amm/pairs'
import { type ProductState, productEngine } from '#amm/product'
import { uintOf } from '#domain/getters'
import type { Pool, Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { adapterAddress } from '#protocols/adapters.gen'
import { feesOf, questionsOf } from './fees.ts'

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs. */
const swapGas = 24_600

export interface State extends ProductState {
  readonly feePpm: readonly [token0: number, token1: number]
}

export const protocol: Protocol<State> = {
  kind: 'pair-fees',
  proof: { proven: false, by: 'a port of our own, and the product of what a pair holds in exact fractions' },

  ...productEngine<State>(swapGas),

  lens: {
    kind: 2,
    more: questionsOf,
    state(record, { venue }) {
      if (record.kind !== 2) throw new RangeError(`a record of kind ${record.kind} for a pair`)
      const [third = 0n, fourth = 0n, ...answers] = record.words
      return { reserves: record.reserves, feePpm: feesOf(venue, { words: [third, fourth] }, answers) }
    },
  },

  find: findPair,

  *load({ venue, address }: Pool) {
    const [{ reserves, words }, ...answers] = yield* ask(
      getReserves(address),
      ...questionsOf(venue).map((selector) => uintOf(address, selector)),
    )
    return reserves.includes(0n) ? undefined : { reserves, feePpm: feesOf(venue, { words }, answers) }
  },

  /** As a pool of Solidly: it is asked what it gives, so that a fee that was changed since is the one that counts. */
  move: ({ address }) => ({ move: 'adapter', pool: adapterAddress['solidly-v2'], target: address, data: 0 }),
}

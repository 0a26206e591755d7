/** Reads of pairs with Uniswap v2's interface, and of their factories. */

import { ask, type Read, type Reading } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt } from '#domain/calls/words'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, nativeToken } from '#domain/units'

const selectors = { getPair: '0xe6a43905', getReserves: '0x0902f1ac' } as const

/** The pair of two tokens, if the factory has created one. @throws RangeError if the venue states no fee */
export function* findPair(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> {
  const [address] = yield* ask(getPair(venue.factory, ...pair))
  const [feePpm] = venue.feesPpm
  if (feePpm === undefined) throw new RangeError(`${venue.name} has no fee`)
  return address === undefined ? [] : [{ venue, address, tokens: pair.toSorted(), feePpm }]
}

/** `getPair(address,address)`: the pair's address, or `undefined` if the factory has created none. */
const getPair = (factory: Address, a: Address, b: Address): Read<Address | undefined> => ({
  to: factory,
  data: callData(selectors.getPair, addressWord(a), addressWord(b)),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})

export interface Reserves {
  /** Of token 0 and token 1. */
  readonly reserves: readonly [bigint, bigint]
  /** The two words that follow in the answer, 0 if there is none: a time for Uniswap, fees for some forks. */
  readonly words: readonly [bigint, bigint]
}

/** `getReserves()` */
export const getReserves = (pair: Address): Read<Reserves> => ({
  to: pair,
  data: callData(selectors.getReserves),
  decode: (answer) => {
    const wordOr0 = (index: number) => (answer.length < 2 + 64 * (index + 1) ? 0n : uintAt(answer, index))
    return { reserves: [uintAt(answer, 0), uintAt(answer, 1)], words: [wordOr0(2), wordOr0(3)] }
  },
})

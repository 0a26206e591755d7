/** How Curve's factories are asked for the pools of a pair. They have no list by pair, only its first pool, its second, and so on. */

import { flagFact } from '#domain/facts'
import { knownPools } from '#domain/known-pools'
import type { Pool, Venue } from '#domain/protocol'
import { ask, type Read, type Reading } from '#domain/reads'
import { type Address, nativeToken } from '#domain/units'
import { addressAt, addressWord, callData, word } from '#domain/words'

type Pair = readonly [Address, Address]

/** What a factory is asked of a pool, a part each, and what pool that makes; none where it is not one of the pair. */
export interface Making<Part> {
  readonly parts: (factory: Address, pool: Address) => readonly Read<Part>[]
  readonly pool: (address: Address, parts: readonly Part[]) => Pool | undefined
}

/** Pools of one pair that are asked for: more of them are rare, and hold little. */
const mostOfPair = 4

/**
 * The pools that the venue names and, with `facts.looksUp`, those that its factory has of the pair. A second round is asked
 * only where it has some: what they are made of cannot be asked without their addresses.
 */
export function* curvePools<Part>(venue: Venue, pair: Pair, making: Making<Part>): Reading<readonly Pool[]> {
  const known = yield* knownPools(venue, pair)
  if (!flagFact(venue, 'looksUp')) return known
  const asked = Array.from({ length: mostOfPair }, (_, i) => findPoolForCoins(venue.factory, pair, i))
  const addresses = (yield* ask(...asked)).filter((address) => address !== undefined)
  const found = [...new Set(addresses)].filter((address) => known.every((pool) => pool.address !== address))
  if (found.length === 0) return known
  const reads = found.map((address) => making.parts(venue.factory, address))
  const parts = yield* ask(...reads.flat())
  const made = found.map((address, i) => {
    const before = reads.slice(0, i).reduce((sum, { length }) => sum + length, 0)
    return making.pool(address, parts.slice(before, before + (reads[i]?.length ?? 0)))
  })
  return [...known, ...made.filter((pool) => pool !== undefined)]
}

/** `find_pool_for_coins(address,address,uint256)`: the factory's pool of this number for two tokens, where it has one. */
const findPoolForCoins = (factory: Address, [a, b]: Pair, index: number): Read<Address | undefined> => ({
  to: factory,
  data: callData('0x6982eb0b', addressWord(a), addressWord(b), word(index)),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})

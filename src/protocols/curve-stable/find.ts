/** Where pools come from: a venue names some, and the factory of StableSwap-NG is asked for those of a pair. */
import { flagFact } from '#domain/facts'
import { knownPools } from '#domain/known-pools'
import type { Pool, Venue } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import type { Address } from '#domain/units'
import { findPoolForCoins, type Made, madeOf } from './abi.ts'

type Pair = readonly [Address, Address]

/** Pools of one pair that are asked for: more of them are rare, and hold little. */
const mostOfPair = 4
/** Of a token whose balances grow by themselves: what a pool holds moves between the reading and the trade. */
const rebasing = 2
const mostTokens = 8

/** A second round is asked only where the factory has pools: what they are made of cannot be asked without their addresses. */
export function* findPools(venue: Venue, pair: Pair): Reading<readonly Pool[]> {
  const known = yield* knownPools(venue, pair)
  if (!flagFact(venue, 'looksUp')) return known
  const asked = Array.from({ length: mostOfPair }, (_, i) => findPoolForCoins(venue.factory, pair, i))
  const addresses = (yield* ask(...asked)).filter((address) => address !== undefined)
  const found = [...new Set(addresses)].filter((address) => known.every((pool) => pool.address !== address))
  if (found.length === 0) return known
  const reads = found.map((address) => madeOf(venue.factory, address))
  const parts = yield* ask(...reads.flat())
  const made = reads.map(
    ({ length }, i): Partial<Made> => Object.assign({}, ...parts.slice(i * length, (i + 1) * length)),
  )
  return [...known, ...found.flatMap((address, i) => poolFrom({ venue, pair, address }, made[i] ?? {}))]
}

interface Found {
  readonly venue: Venue
  readonly pair: Pair
  readonly address: Address
}

function poolFrom({ venue, pair, address }: Found, made: Partial<Made>): readonly Pool[] {
  const { tokens = [], decimals = [], feeE10 = 0n } = made
  // a pool over another pool is found by the tokens of that one too
  if (!pair.every((token) => tokens.includes(token))) return []
  const facts = { ng: true, decimals: decimals.slice(0, tokens.length) }
  const pool = { venue, address, tokens, feePpm: Math.round(Number(feeE10) / 10_000), facts }
  return [isModelled(made) ? pool : { ...pool, leftOut: 'unmodelled' }]
}

/** What the factory does not say of a pool counts against it. */
const isModelled = ({ tokens = [], decimals = [], assetTypes = [rebasing], isMeta = true }: Partial<Made>): boolean =>
  !isMeta && !assetTypes.includes(rebasing) && tokens.length <= mostTokens && decimals.length >= tokens.length

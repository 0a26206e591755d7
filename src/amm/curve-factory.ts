/** How Curve's factories are asked for the pools of a pair. They have no list by pair, only its first pool, its second, and so on. */

import { flagFact } from '#domain/facts'
import { knownPools } from '#domain/known-pools'
import type { Facts, Pool, Venue } from '#domain/protocol'
import { ask, type Read, type Reading } from '#domain/reads'
import { type Address, type Hex, nativeToken } from '#domain/units'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/words'
import { unlessRefused } from '#math/unless-refused'

type Pair = readonly [Address, Address]

/** What a factory and a pool say of what the pool is made of. What was not asked, or not answered as it should be, is absent. */
export interface Made {
  /** `get_coins(address)`, in the pool's order. */
  readonly tokens?: readonly Address[]
  /** `get_decimals(address)` */
  readonly decimals?: readonly number[]
  /** `fee()` of the pool as it is now, in 10^-10. */
  readonly feeE10?: bigint
  /** `get_token(address)`: its shares, where they are a token of their own. */
  readonly shares?: Address
  /** `get_pool_asset_types(address)`: 0 plain, 1 with a rate, 2 rebasing, 3 a vault's shares. */
  readonly assetTypes?: readonly number[]
  /** `is_meta(address)`: whether one of its tokens is a share of another pool. */
  readonly isMeta?: boolean
  /** `get_base_pool(address)`: that one. */
  readonly base?: Address
  /** `get_underlying_coins(address)`, `get_underlying_decimals(address)`: its first token, then those of the other pool. */
  readonly underlying?: readonly Address[]
  readonly underlyingDecimals?: readonly number[]
  /** `get_pool_asset_types(address)` of the other pool: none where that is not of this factory. */
  readonly baseTypes?: readonly number[]
  /** `MATH()` of the pool: the contract that solves its invariant. */
  readonly math?: Address
}

/** What a family asks of a pool, and what it makes of the answers. */
export interface Making {
  /** A list comes with its length, or, where that is known beforehand, bare. */
  readonly lists: 'counted' | 'bare'
  /** Beside tokens, decimals and the fee. */
  readonly asks: readonly ('shares' | 'assetTypes' | 'isMeta' | 'base' | 'underlying' | 'underlyingDecimals' | 'math')[]
  readonly facts: (pool: Address, made: Made) => Facts
  /** Whether the pool's amounts can be worked out; what nobody said of it counts against it. */
  readonly isModelled: (made: Made) => boolean
}

/** Pools of one pair that are asked for: more of them are rare, and hold little. */
const mostOfPair = 4

/**
 * The pools that the venue names and, with `facts.looksUp`, those that its factory has of the pair. A second round is asked
 * only where it has some: what they are made of cannot be asked without their addresses. A third is asked where some are over
 * others, about these.
 */
export function* curvePools(venue: Venue, pair: Pair, making: Making): Reading<readonly Pool[]> {
  const known = yield* knownPools(venue, pair)
  if (!flagFact(venue, 'looksUp')) return known
  const asked = Array.from({ length: mostOfPair }, (_, i) => findPoolForCoins(venue.factory, pair, i))
  const addresses = (yield* ask(...asked)).filter((address) => address !== undefined)
  const found = [...new Set(addresses)].filter((address) => known.every((pool) => pool.address !== address))
  if (found.length === 0) return known
  const reads = found.map((address) => partsOf(venue.factory, address, making))
  const parts = yield* ask(...reads.flat())
  const made = found.map((address, i): Found => {
    const before = reads.slice(0, i).reduce((sum, { length }) => sum + length, 0)
    const own = parts.slice(before, before + (reads[i]?.length ?? 0))
    return { venue, address, made: Object.assign({}, ...own) }
  })
  const pools = (yield* withBases(made, making)).map((one) => poolOf(one, making))
  // a pool over another pool is found by the tokens of that one too
  return [...known, ...pools.filter(({ tokens }) => pair.every((token) => tokens.includes(token)))]
}

function* withBases(found: readonly Found[], making: Making): Reading<readonly Found[]> {
  const over = found.filter(({ made }) => made.base !== undefined)
  if (over.length === 0) return found
  const types = yield* ask(
    ...over.map(({ venue, made }) => baseTypesOf(venue.factory, made.base ?? nativeToken, making)),
  )
  return found.map((one) => {
    const answer = types[over.indexOf(one)]
    return answer === undefined ? one : { ...one, made: { ...one.made, ...answer } }
  })
}

interface Found {
  readonly venue: Venue
  readonly address: Address
  readonly made: Made
}

function poolOf({ venue, address, made }: Found, { facts, isModelled }: Making): Pool {
  const { tokens: own = [], feeE10 = 0n, base, underlying = [] } = made
  const feePpm = Math.round(Number(feeE10) / 10_000)
  const tokens = base === undefined ? own : [...own, ...underlying.slice(1)]
  const pool = { venue, address, tokens, feePpm, facts: facts(address, made), ...(base !== undefined && { base }) }
  return isModelled(made) ? pool : { ...pool, leftOut: 'unmodelled' }
}

/** `find_pool_for_coins(address,address,uint256)`: the factory's pool of this number for two tokens, where it has one. */
const findPoolForCoins = (factory: Address, [a, b]: Pair, index: number): Read<Address | undefined> => ({
  to: factory,
  data: callData('0x6982eb0b', addressWord(a), addressWord(b), word(index)),
  decode: (answer) => {
    // behind its last pool an old factory answers with none, and a new one refuses
    const found = unlessRefused(() => addressAt(answer, 0))
    return found === nativeToken ? undefined : found
  },
})

/** What was not answered as it should be is absent. */
const safely = (decode: (answer: Hex) => Made) => (answer: Hex) => unlessRefused(() => decode(answer)) ?? {}

const listsOf = ({ lists }: Making) => (lists === 'bare' ? bareList : countedList)

const typesSelector = '0xa80f2464'

const baseTypesOf = (factory: Address, base: Address, making: Making): Read<Made> => ({
  to: factory,
  data: callData(typesSelector, addressWord(base)),
  decode: safely((answer) => ({ baseTypes: listsOf(making)(answer, uintAt).map(Number) })),
})

/** The parts of {@link Made} that a family asks for, a read each. */
function partsOf(factory: Address, pool: Address, making: Making): readonly Read<Made>[] {
  const listIn = listsOf(making)
  const of = (selector: string, decode: (answer: Hex) => Made): Read<Made> => ({
    to: factory,
    data: callData(selector, addressWord(pool)),
    decode: safely(decode),
  })
  const own = (selector: string, decode: (answer: Hex) => Made): Read<Made> => ({
    to: pool,
    data: callData(selector),
    decode: safely(decode),
  })
  const more = {
    shares: of('0x977d9122', (answer) => ({ shares: addressAt(answer, 0) })),
    assetTypes: of(typesSelector, (answer) => ({ assetTypes: listIn(answer, uintAt).map(Number) })),
    isMeta: of('0xe4d332a9', (answer) => ({ isMeta: uintAt(answer, 0) !== 0n })),
    base: of('0x6f20d6dd', baseIn),
    underlying: of('0xa77576ef', (answer) => ({ underlying: listIn(answer, addressAt) })),
    underlyingDecimals: of('0x4cb088f1', (answer) => ({ underlyingDecimals: listIn(answer, uintAt).map(Number) })),
    math: own('0xed6c1546', (answer) => ({ math: addressAt(answer, 0) })),
  }
  return [
    of('0x9ac90d3d', (answer) => ({ tokens: listIn(answer, addressAt) })),
    of('0x52b51555', (answer) => ({ decimals: listIn(answer, uintAt).map(Number) })),
    ...making.asks.map((name) => more[name]),
    own('0xddca3f43', (answer) => ({ feeE10: uintAt(answer, 0) })),
  ]
}

/** None of a pool over no other. */
function baseIn(answer: Hex): Made {
  const base = addressAt(answer, 0)
  return base === nativeToken ? {} : { base }
}

const countedList = <T>(answer: Hex, at: (answer: Hex, index: number) => T): readonly T[] =>
  Array.from({ length: Number(uintAt(answer, 1)) }, (_, i) => at(answer, 2 + i))

const bareList = <T>(answer: Hex, at: (answer: Hex, index: number) => T): readonly T[] =>
  Array.from({ length: (answer.length - 2) / 64 }, (_, i) => at(answer, i))

/**
 * Finds the pools of a pair in Curve's factories. A factory returns a pair's pools one by one by index; it has no call
 * for all.
 */

import { ask, combineReadings, type Read, type Reading } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/calls/words'
import { flagFact } from '#domain/pools/facts'
import { findListedPools } from '#domain/pools/known-pools'
import type { Fact, Facts, Pool, Venue } from '#domain/pools/protocol'
import { type Address, type Hex, nativeToken } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'

type Pair = readonly [Address, Address]

/**
 * What a factory and a pool report about the pool. A field that was not requested, or not answered properly, is absent.
 */
export interface CurveFactoryRecord {
  /** `get_coins(address)`, in the pool's order. */
  readonly tokens?: readonly Address[]
  /** `get_decimals(address)` */
  readonly decimals?: readonly number[]
  /** The pool's current `fee()`, in 10^-10. */
  readonly feeE10?: bigint
  /** `get_token(address)`: its share token, if that is a separate contract. */
  readonly shares?: Address
  /** `get_pool_asset_types(address)`: 0 plain, 1 with a rate, 2 rebasing, 3 vault shares. */
  readonly assetTypes?: readonly number[]
  /** `is_meta(address)`: true if one of its tokens is a share of another pool. */
  readonly isMeta?: boolean
  /** `get_base_pool(address)`: that other pool. */
  readonly base?: Address
  /**
   * `get_underlying_coins(address)`, `get_underlying_decimals(address)`: its first token, then those of the base pool.
   */
  readonly underlying?: readonly Address[]
  readonly underlyingDecimals?: readonly number[]
  /** `get_pool_asset_types(address)` of the base pool: absent if that pool is not of this factory. */
  readonly baseTypes?: readonly number[]
  /** `MATH()` of the pool: the contract that solves its invariant. */
  readonly math?: Address
  /** `get_implementation_address(address)`: the contract whose code the pool runs. */
  readonly implementation?: Address
}

/** What a family reads of a pool, and how it interprets the results. */
export interface CurveFactoryQuery {
  /**
   * `counted`: a list comes with its length; `bare`: without, as the length is known beforehand; `padded`: without, and
   * filled up with zeros.
   */
  readonly lists: 'counted' | 'bare' | 'padded'
  /** In addition to tokens, decimals and the fee. */
  readonly fields: readonly (
    | 'shares'
    | 'assetTypes'
    | 'isMeta'
    | 'base'
    | 'underlying'
    | 'underlyingDecimals'
    | 'math'
    | 'implementation'
  )[]
  readonly facts: (pool: Address, made: CurveFactoryRecord) => Facts
  /** True if the pool's amounts are modelled. A missing field counts against the pool. */
  readonly isModelled: (made: CurveFactoryRecord) => boolean
}

/** At most this many pools are requested per pair: more are rare and hold little. */
const maxPoolsPerPair = 4

/**
 * The pools that the venue lists and, with `facts.looksUp`, those that its factory has for the pair. A second round is
 * made only if there are some: their composition cannot be requested without their addresses. A third is made only if
 * some are metapools, about their base pools.
 */
export function* findCurvePools(venue: Venue, pair: Pair, making: CurveFactoryQuery): Reading<readonly Pool[]> {
  const listed = findListedPools(venue, pair).filter((pool) => isTradedFor(pool, pair))
  const lookups = flagFact(venue, 'looksUp') ? maxPoolsPerPair : 0
  const asked = Array.from({ length: lookups }, (_, i) => findPoolForCoins(venue.factory, pair, i))
  const [known, looked] = yield* combineReadings(checkListedPools(listed), ask(...asked))
  const addresses = looked.filter((address) => address !== undefined)
  const found = [...new Set(addresses)].filter((address) => known.every((pool) => pool.address !== address))
  if (found.length === 0) return known
  const reads = found.map((address) => createRecordReads(venue.factory, address, making))
  const parts = yield* ask(...reads.flat())
  const made = found.map((address, i): FoundCurvePool => {
    const before = reads.slice(0, i).reduce((sum, { length }) => sum + length, 0)
    const own = parts.slice(before, before + (reads[i]?.length ?? 0))
    return { venue, address, record: Object.assign({}, ...own) }
  })
  const pools = (yield* readBaseTypes(made, making)).map((one) => toPool(one, making))
  // a metapool is also found by the tokens of its base pool
  return [...known, ...pools.filter((pool) => isTradedFor(pool, pair))]
}

/** Of a metapool: its own two tokens, or the first of them and one of the base pool's. */
function isTradedFor({ tokens, base }: Pool, pair: Pair): boolean {
  const first = Math.min(...pair.map((token) => tokens.indexOf(token)))
  return first >= 0 && (base === undefined || first === 0)
}

/**
 * Compares pools that data states with the chain: `coins(uint256)` of each and of its base pool, and `decimals()` of
 * its tokens. Their fee is the current one.
 */
function* checkListedPools(listed: readonly Pool[]): Reading<readonly Pool[]> {
  const checks = listed.map(createListedChecks)
  const fees = listed.map(({ address, feePpm }) => getFeePpm(address, feePpm))
  const [agrees, feesPpm] = yield* combineReadings(ask(...checks.flat()), ask(...fees))
  return listed.map((pool, i): Pool => {
    const before = checks.slice(0, i).reduce((sum, { length }) => sum + length, 0)
    const isWrong = agrees.slice(before, before + (checks[i]?.length ?? 0)).includes(false)
    return { ...pool, feePpm: feesPpm[i] ?? pool.feePpm, ...(isWrong && { skipReason: 'unmodelled' }) }
  })
}

function createListedChecks({ address, tokens, base, facts }: Pool): readonly Read<boolean>[] {
  const own = base === undefined ? tokens.length : ownTokensOfMetaPool
  const decimals = facts?.['decimals']
  return tokens.flatMap((token, i) => {
    const [holder, place] = i < own ? [address, i] : [base ?? address, i - own]
    const digits = Array.isArray(decimals) ? decimals[i] : undefined
    return [
      isSame(holder, callData('0xc6610657', word(place)), (answer) => addressAt(answer, 0), token),
      isSame(token, callData('0x313ce567'), (answer) => Number(uintAt(answer, 0)), digits),
    ]
  })
}

/** `fee()`, in 10^-10; what is stated if it does not answer. */
const getFeePpm = (pool: Address, stated: number): Read<number> => ({
  to: pool,
  data: callData('0xddca3f43'),
  decode: (answer) => undefinedOnRangeError(() => toPpm(uintAt(answer, 0))) ?? stated,
})

const toPpm = (feeE10: bigint): number => Math.round(Number(feeE10) / 10_000)

const ownTokensOfMetaPool = 2

const isSame = (to: Address, data: Hex, valueIn: (answer: Hex) => Fact, stated: Fact | undefined): Read<boolean> => ({
  to,
  data,
  decode: (answer) => undefinedOnRangeError(() => valueIn(answer)) === stated,
})

function* readBaseTypes(
  found: readonly FoundCurvePool[],
  making: CurveFactoryQuery,
): Reading<readonly FoundCurvePool[]> {
  const over = found.filter(({ record: made }) => made.base !== undefined)
  if (over.length === 0 || !making.fields.includes('assetTypes')) return found
  const types = yield* ask(
    ...over.map(({ venue, record: made }) => getBaseTypes(venue.factory, made.base ?? nativeToken, making)),
  )
  return found.map((one) => {
    const answer = types[over.indexOf(one)]
    return answer === undefined ? one : { ...one, record: { ...one.record, ...answer } }
  })
}

interface FoundCurvePool {
  readonly venue: Venue
  readonly address: Address
  readonly record: CurveFactoryRecord
}

function toPool({ venue, address, record: made }: FoundCurvePool, { facts, isModelled }: CurveFactoryQuery): Pool {
  const { tokens: own = [], feeE10 = 0n, base, underlying = [] } = made
  const feePpm = toPpm(feeE10)
  const tokens = base === undefined ? own : [...own, ...underlying.slice(1)]
  const pool = { venue, address, tokens, feePpm, facts: facts(address, made), ...(base !== undefined && { base }) }
  return isModelled(made) ? pool : { ...pool, skipReason: 'unmodelled' }
}

/**
 * `find_pool_for_coins(address,address,uint256)`: the factory's pool of this index for two tokens, `undefined` if none.
 */
const findPoolForCoins = (factory: Address, [a, b]: Pair, index: number): Read<Address | undefined> => ({
  to: factory,
  data: callData('0x6982eb0b', addressWord(a), addressWord(b), word(index)),
  decode: (answer) => {
    // past its last pool an old factory returns zero and a new one reverts
    const found = undefinedOnRangeError(() => addressAt(answer, 0))
    return found === nativeToken ? undefined : found
  },
})

/** A field with an invalid answer is absent. */
const toSafeDecoder = (decode: (answer: Hex) => CurveFactoryRecord) => (answer: Hex) =>
  undefinedOnRangeError(() => decode(answer)) ?? {}

const getListDecoder = ({ lists }: CurveFactoryQuery) => listDecoders[lists]

const typesSelector = '0xa80f2464'

const getBaseTypes = (factory: Address, base: Address, making: CurveFactoryQuery): Read<CurveFactoryRecord> => ({
  to: factory,
  data: callData(typesSelector, addressWord(base)),
  decode: toSafeDecoder((answer) => ({ baseTypes: getListDecoder(making)(answer, uintAt).map(Number) })),
})

/** One read per part of {@link CurveFactoryRecord} that a family requests. */
function createRecordReads(
  factory: Address,
  pool: Address,
  making: CurveFactoryQuery,
): readonly Read<CurveFactoryRecord>[] {
  const listIn = getListDecoder(making)
  const of = (selector: string, decode: (answer: Hex) => CurveFactoryRecord): Read<CurveFactoryRecord> => ({
    to: factory,
    data: callData(selector, addressWord(pool)),
    decode: toSafeDecoder(decode),
  })
  const own = (selector: string, decode: (answer: Hex) => CurveFactoryRecord): Read<CurveFactoryRecord> => ({
    to: pool,
    data: callData(selector),
    decode: toSafeDecoder(decode),
  })
  const more = {
    shares: of('0x977d9122', (answer) => ({ shares: addressAt(answer, 0) })),
    assetTypes: of(typesSelector, (answer) => ({ assetTypes: listIn(answer, uintAt).map(Number) })),
    isMeta: of('0xe4d332a9', (answer) => ({ isMeta: uintAt(answer, 0) !== 0n })),
    base: of('0x6f20d6dd', decodeBase),
    underlying: of('0xa77576ef', (answer) => ({ underlying: listIn(answer, addressAt) })),
    underlyingDecimals: of('0x4cb088f1', (answer) => ({ underlyingDecimals: listIn(answer, uintAt).map(Number) })),
    math: own('0xed6c1546', (answer) => ({ math: addressAt(answer, 0) })),
    implementation: of('0x510d98a4', (answer) => ({ implementation: addressAt(answer, 0) })),
  }
  return [
    of('0x9ac90d3d', (answer) => ({ tokens: listIn(answer, addressAt) })),
    of('0x52b51555', (answer) => ({ decimals: listIn(answer, uintAt).map(Number) })),
    ...making.fields.map((name) => more[name]),
    own('0xddca3f43', (answer) => ({ feeE10: uintAt(answer, 0) })),
  ]
}

/** Empty for a pool without a base pool. */
function decodeBase(answer: Hex): CurveFactoryRecord {
  const base = addressAt(answer, 0)
  return base === nativeToken ? {} : { base }
}

const decodeCountedList = <T>(answer: Hex, at: (answer: Hex, index: number) => T): readonly T[] =>
  Array.from({ length: Number(uintAt(answer, 1)) }, (_, i) => at(answer, 2 + i))

const decodeBareList = <T>(answer: Hex, at: (answer: Hex, index: number) => T): readonly T[] =>
  Array.from({ length: (answer.length - 2) / 64 }, (_, i) => at(answer, i))

/** Without the zeros at its end. */
function decodePaddedList<T>(answer: Hex, at: (answer: Hex, index: number) => T): readonly T[] {
  const last = decodeBareList(answer, uintAt).findLastIndex((one) => one !== 0n)
  return decodeBareList(answer, at).slice(0, last + 1)
}

const listDecoders = { counted: decodeCountedList, bare: decodeBareList, padded: decodePaddedList }

import { type LensPool, type LensTask, type LensVenue, tiersOf } from '#chain/lens/input'
import { toChunks } from '#chain/rpc/endpoint'
import type { LensMode, PoolSurveyRequest } from '#domain/chain/survey'
import { itemAt } from '#domain/item-at'
import type { Extent, Pool, Protocols, Venue } from '#domain/pools/protocol'
import { reaches } from '#domain/pools/tick-reach'
import { uniswapSelectors } from '#domain/pools/tick-selectors'
import { type Address, nativeToken, type Seconds } from '#domain/units'

/** What a survey looks for, in an order independent of the request's. */
export interface SurveyPlan {
  readonly tokens: readonly Address[]
  readonly venues: readonly Venue[]
  /** Pools that need no look-up. */
  readonly known: readonly Pool[]
  /** The key of this set of tokens and venues in `ChainMemory`. */
  readonly set: string
}

/**
 * How long a list of pools counts as complete. A list is stored under its period, so that the first survey of each
 * period looks for pools again, which costs it gas but no round trip.
 */
export const discoverySeconds = 6 * 3600

/** @param protocols the available adapters: results cached with more or fewer of them do not apply to this survey */
export function createSurveyPlan(
  { tokens, venues, known = [] }: Pick<PoolSurveyRequest, 'tokens' | 'venues' | 'known'>,
  protocols: Protocols,
  now: Seconds,
): SurveyPlan {
  const ordered = [...new Set(tokens)].filter((token) => token !== nativeToken).sort(compareText)
  const read = venues.filter(({ protocol }) => protocols.has(protocol))
  const named = read.map((venue) => ({ venue, name: nameOf(venue) })).sort((a, b) => compareText(a.name, b.name))
  const period = Math.floor(now / discoverySeconds)
  return {
    tokens: ordered,
    venues: named.map(({ venue }) => venue),
    known,
    set: [period, ordered, named.map(({ name }) => name), known.map(({ address }) => address).sort(compareText)]
      .map(String)
      .join('|'),
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nameOf = (venue: Venue): string => [venue.protocol, venue.factory, venue.feesPpm.join('+'), venue.name].join(':')

/** Every pair of the plan's tokens, as indexes. */
export const pairsOf = ({ tokens }: SurveyPlan): (readonly [number, number])[] =>
  tokens.flatMap((_, a) => tokens.slice(a + 1).map((_, i) => [a, a + 1 + i] as const))

/** Sorts pools as the plan lists them: by pair, venue and fee. */
export function sortAsPlanned<T>(plan: SurveyPlan, list: readonly T[], poolOf: (one: T) => Pool): T[] {
  const venues = new Map(plan.venues.map((venue, i) => [venue.factory, i]))
  const rank = (one: T): string => {
    const { venue, tokens, feePpm, address } = poolOf(one)
    return [...tokens, padNumber(venues.get(venue.factory) ?? 0), padNumber(feePpm), address].join(' ')
  }
  const ranked = list.map((one) => ({ one, rank: rank(one) }))
  return ranked.sort((a, b) => compareText(a.rank, b.rank)).map(({ one }) => one)
}

const padNumber = (n: number): string => `${n}`.padStart(9, '0')

/** Whether the lens reads pools of this protocol. */
export const isReadByLens = (protocols: Protocols, protocol: string): boolean =>
  protocols.get(protocol)?.lens !== undefined

/** How the lens reads pools of a venue, if it does. */
export function lensReadingOf(protocols: Protocols, venue: Venue): readonly LensVenue[] {
  const lens = protocols.get(venue.protocol)?.lens
  if (lens === undefined) return []
  if (lens.kind !== 2) return [{ kind: lens.kind, venue, access: lens }]
  const more = lens.more?.(venue)
  return [{ kind: 2, venue, ...(more && { access: { selectors: { ...uniswapSelectors, more } } }) }]
}

/** The work of one call: a creation returns half as much as an override may. */
const maxPerCall = {
  override: { lookups: 120, pools: 12 },
  revert: { lookups: 120, pools: 12 },
  create: { lookups: 60, pools: 6 },
} as const
const maxCalls = 8

/** Looks for every pool of the plan that the lens can read. */
export function planSearchTasks(
  protocols: Protocols,
  plan: SurveyPlan,
  mode: Exclude<LensMode, 'multicall'>,
): LensTask[] {
  const seen = plan.venues.flatMap((venue) => lensReadingOf(protocols, venue))
  const venues = seen.filter(({ access: asking }) => asking?.candidates === undefined)
  const pairs = pairsOf(plan)
  const perPair = venues.reduce((sum, venue) => sum + tiersOf(venue).length, 0)
  const candidates = pairs.map(([a, b]) => listCandidates(seen, [itemAt(plan.tokens, a), itemAt(plan.tokens, b)]))
  const expected = new Set(candidates.flat().map(({ pool }) => pool.address))
  const known = toLensPools(
    protocols,
    plan.known.filter(({ address }) => !expected.has(address)),
  )
  const lookups = pairs.length * perPair + candidates.flat().length + known.length
  const count = Math.min(Math.ceil(lookups / maxPerCall[mode].lookups), maxCalls)
  // dealt out in turn, so that the dense pairs of the first tokens do not fall into one call
  return Array.from({ length: count }, (_, part) => {
    const isMine = (_: unknown, i: number) => i % count === part
    const mine = perPair === 0 ? [] : pairs.filter(isMine)
    const pools = [...candidates.filter(isMine).flat(), ...known.filter(isMine)]
    return { reach: reaches.usual, tokens: plan.tokens, venues, pairs: mine, pools }
  })
}

/** Pools inside singletons that the pair may have. */
const listCandidates = (seen: readonly LensVenue[], pair: readonly [Address, Address]): LensPool[] =>
  seen.flatMap(({ kind, venue, access: asking }) =>
    (asking?.candidates?.(venue, pair) ?? []).map((pool) => ({ kind, pool, ...(asking && { access: asking }) })),
  )

/** Reads known pools. */
export function planPoolTasks(
  protocols: Protocols,
  pools: readonly Pool[],
  { mode, extent }: { mode: Exclude<LensMode, 'multicall'>; extent: Extent },
): LensTask[] {
  const known = toLensPools(protocols, pools)
  const size = extent === 'usual' ? Math.max(maxPerCall[mode].pools, Math.ceil(known.length / maxCalls)) : 1
  return toChunks(known, size).map((part) => ({
    reach: reaches[extent],
    tokens: [],
    venues: [],
    pairs: [],
    pools: part,
  }))
}

/** Those of the pools that the lens reads. Skipped pools need no reading. */
const toLensPools = (protocols: Protocols, pools: readonly Pool[]): LensPool[] =>
  pools.flatMap((pool) =>
    pool.skipReason === undefined
      ? lensReadingOf(protocols, pool.venue).map(({ venue: _, ...how }): LensPool => ({ ...how, pool }))
      : [],
  )

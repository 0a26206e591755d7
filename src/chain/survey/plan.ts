import { type LensPool, type LensTask, type LensVenue, tiersOf } from '#chain/lens/input'
import { toChunks } from '#chain/rpc/endpoint'
import type { LensMode, PartnerSearch, PoolSurveyRequest } from '#domain/chain/survey'
import type { Extent, Pool, Protocols, Venue } from '#domain/pools/protocol'
import { reaches } from '#domain/pools/tick-reach'
import { uniswapSelectors } from '#domain/pools/tick-selectors'
import { type Address, nativeToken, type Seconds } from '#domain/units'
import { selectBetween, type TokenPair } from './pairs.ts'

/** What a survey looks for, in an order independent of the request's. */
export interface SurveyPlan {
  readonly tokens: readonly Address[]
  readonly venues: readonly Venue[]
  /** In the order of `tokens`; absent if there are no candidates. */
  readonly partners?: PartnerSearch | undefined
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
  { tokens, venues, known = [], partners }: Pick<PoolSurveyRequest, 'tokens' | 'venues' | 'known' | 'partners'>,
  protocols: Protocols,
  now: Seconds,
): SurveyPlan {
  const ordered = sortTokens(tokens)
  const search = orderPartners(ordered, partners)
  const read = venues.filter(({ protocol }) => protocols.has(protocol))
  const named = read.map((venue) => ({ venue, name: nameOf(venue) })).sort((a, b) => compareText(a.name, b.name))
  const period = Math.floor(now / discoverySeconds)
  return {
    tokens: ordered,
    venues: named.map(({ venue }) => venue),
    partners: search,
    known,
    set: [
      period,
      ordered,
      named.map(({ name }) => name),
      known.map(({ address }) => address).sort(compareText),
      ...(search === undefined ? [] : [search.of, search.candidates]),
    ]
      .map(String)
      .join('|'),
  }
}

const sortTokens = (tokens: readonly Address[]): Address[] =>
  [...new Set(tokens)].filter((token) => token !== nativeToken).sort(compareText)

/** Without candidates that the survey covers anyway. */
function orderPartners(tokens: readonly Address[], search: PartnerSearch | undefined): PartnerSearch | undefined {
  if (search === undefined) return undefined
  const of = sortTokens(search.of).filter((token) => tokens.includes(token))
  const candidates = sortTokens(search.candidates).filter((token) => !tokens.includes(token))
  return of.length === 0 || candidates.length === 0 ? undefined : { of, candidates }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nameOf = (venue: Venue): string => [venue.protocol, venue.factory, venue.feesPpm.join('+'), venue.name].join(':')

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

/** Looks for every pool between pairs of the plan's tokens that the lens can read. */
export function planSearchTasks(
  protocols: Protocols,
  plan: SurveyPlan,
  { mode, pairs: asked }: { readonly mode: Exclude<LensMode, 'multicall'>; readonly pairs: readonly TokenPair[] },
): LensTask[] {
  const seen = plan.venues.flatMap((venue) => lensReadingOf(protocols, venue))
  const venues = seen.filter(({ access: asking }) => asking?.candidates === undefined)
  const tokens = [...new Set(asked.flat())]
  const pairs = asked.map(([a, b]) => [tokens.indexOf(a), tokens.indexOf(b)] as const)
  const perPair = venues.reduce((sum, venue) => sum + tiersOf(venue).length, 0)
  const candidates = asked.map((pair) => listCandidates(seen, pair))
  const expected = new Set(candidates.flat().map(({ pool }) => pool.address))
  const known = toLensPools(
    protocols,
    selectBetween(plan.known, asked).filter(({ address }) => !expected.has(address)),
  )
  const lookups = pairs.length * perPair + candidates.flat().length + known.length
  const count = Math.min(Math.ceil(lookups / maxPerCall[mode].lookups), maxCalls)
  // dealt out in turn, so that the dense pairs of the first tokens do not fall into one call
  return Array.from({ length: count }, (_, part) => {
    const isMine = (_: unknown, i: number) => i % count === part
    const mine = perPair === 0 ? [] : pairs.filter(isMine)
    const pools = [...candidates.filter(isMine).flat(), ...known.filter(isMine)]
    return { reach: reaches.usual, tokens, venues, pairs: mine, pools }
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

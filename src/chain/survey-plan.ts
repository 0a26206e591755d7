import type { LensMode, Survey } from '#domain/ports'
import type { Extent, Pool, Protocols, Venue } from '#domain/protocol'
import { uniswapQuestions } from '#domain/tick-questions'
import { reaches } from '#domain/tick-reach'
import { type Address, nativeToken, type Seconds } from '#domain/units'
import { chunks } from './endpoint.ts'
import { type LensPool, type LensVenue, type LensWork, tiersOf } from './lens-input.ts'

/** What a survey looks for, in an order that does not depend on how it was asked. */
export interface SurveyPlan {
  readonly tokens: readonly Address[]
  readonly venues: readonly Venue[]
  /** Pools that need not be looked for. */
  readonly known: readonly Pool[]
  /** Names the set of tokens and venues to `ChainMemory`. */
  readonly set: string
}

/**
 * For how long a list of pools is believed to be all there are. A list is looked up under its period, so that the
 * first survey of each period looks for pools again, which costs it gas but no round trip.
 */
export const discoveryPeriod = 6 * 3600

/** @param protocols the adapters there are: what is remembered of a survey with fewer or more is not of this one */
export function planOf(
  { tokens, venues, known = [] }: Pick<Survey, 'tokens' | 'venues' | 'known'>,
  protocols: Protocols,
  now: Seconds,
): SurveyPlan {
  const ordered = [...new Set(tokens)].filter((token) => token !== nativeToken).sort(byText)
  const read = venues.filter(({ protocol }) => protocols.has(protocol))
  const named = read.map((venue) => ({ venue, name: nameOf(venue) })).sort((a, b) => byText(a.name, b.name))
  const period = Math.floor(now / discoveryPeriod)
  return {
    tokens: ordered,
    venues: named.map(({ venue }) => venue),
    known,
    set: [period, ordered, named.map(({ name }) => name), known.map(({ address }) => address).sort(byText)]
      .map(String)
      .join('|'),
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nameOf = (venue: Venue): string => [venue.protocol, venue.factory, venue.feesPpm.join('+'), venue.name].join(':')

/** Every pair of the plan's tokens, as indexes. */
export const pairsOf = ({ tokens }: SurveyPlan): (readonly [number, number])[] =>
  tokens.flatMap((_, a) => tokens.slice(a + 1).map((_, i) => [a, a + 1 + i] as const))

/** Sorts pools as the plan lists them: by pair, venue and fee. */
export function inOrder<T>(plan: SurveyPlan, list: readonly T[], poolOf: (one: T) => Pool): T[] {
  const venues = new Map(plan.venues.map((venue, i) => [venue.factory, i]))
  const rank = (one: T): string => {
    const { venue, tokens, feePpm, address } = poolOf(one)
    return [...tokens, pad(venues.get(venue.factory) ?? 0), pad(feePpm), address].join(' ')
  }
  const ranked = list.map((one) => ({ one, rank: rank(one) }))
  return ranked.sort((a, b) => byText(a.rank, b.rank)).map(({ one }) => one)
}

const pad = (n: number): string => `${n}`.padStart(9, '0')

/** Whether the lens reads pools of this protocol. */
export const isSeen = (protocols: Protocols, protocol: string): boolean => protocols.get(protocol)?.lens !== undefined

/** How the lens reads pools of a venue, if it does. */
export function sightOf(protocols: Protocols, venue: Venue): readonly LensVenue[] {
  const lens = protocols.get(venue.protocol)?.lens
  if (lens === undefined) return []
  if (lens.kind !== 2) return [{ kind: lens.kind, venue, asking: lens }]
  const more = lens.more?.(venue)
  return [{ kind: 2, venue, ...(more && { asking: { questions: { ...uniswapQuestions, more } } }) }]
}

/** How much one call is given to do: a creation returns half as much as an override may. */
const perCall = {
  override: { lookups: 120, pools: 12 },
  revert: { lookups: 120, pools: 12 },
  create: { lookups: 60, pools: 6 },
} as const
const mostCalls = 8

/** Looks for every pool of the plan that the lens can read. */
export function searchWorks(protocols: Protocols, plan: SurveyPlan, mode: Exclude<LensMode, 'multicall'>): LensWork[] {
  const seen = plan.venues.flatMap((venue) => sightOf(protocols, venue))
  const venues = seen.filter(({ asking }) => asking?.candidates === undefined)
  const pairs = pairsOf(plan)
  const perPair = venues.reduce((sum, venue) => sum + tiersOf(venue).length, 0)
  const candidates = pairs.map(([a, b]) => candidatesOf(seen, [plan.tokens[a] as Address, plan.tokens[b] as Address]))
  const expected = new Set(candidates.flat().map(({ pool }) => pool.address))
  const known = lensPools(
    protocols,
    plan.known.filter(({ address }) => !expected.has(address)),
  )
  const lookups = pairs.length * perPair + candidates.flat().length + known.length
  const count = Math.min(Math.ceil(lookups / perCall[mode].lookups), mostCalls)
  // dealt out in turn: the pairs of the first tokens are not denser for one call than for another
  return Array.from({ length: count }, (_, part) => {
    const isMine = (_: unknown, i: number) => i % count === part
    const mine = perPair === 0 ? [] : pairs.filter(isMine)
    const pools = [...candidates.filter(isMine).flat(), ...known.filter(isMine)]
    return { reach: reaches.usual, tokens: plan.tokens, venues, pairs: mine, pools }
  })
}

/** Pools inside singletons that the pair may have. */
const candidatesOf = (seen: readonly LensVenue[], pair: readonly [Address, Address]): LensPool[] =>
  seen.flatMap(({ kind, venue, asking }) =>
    (asking?.candidates?.(venue, pair) ?? []).map((pool) => ({ kind, pool, ...(asking && { asking }) })),
  )

/** Reads pools that are known. */
export function poolWorks(
  protocols: Protocols,
  pools: readonly Pool[],
  { mode, extent }: { mode: Exclude<LensMode, 'multicall'>; extent: Extent },
): LensWork[] {
  const known = lensPools(protocols, pools)
  const size = extent === 'usual' ? Math.max(perCall[mode].pools, Math.ceil(known.length / mostCalls)) : 1
  return chunks(known, size).map((part) => ({ reach: reaches[extent], tokens: [], venues: [], pairs: [], pools: part }))
}

/** Those of the pools that the lens reads. Of what is left out nothing has to be read. */
const lensPools = (protocols: Protocols, pools: readonly Pool[]): LensPool[] =>
  pools.flatMap((pool) =>
    pool.leftOut === undefined
      ? sightOf(protocols, pool.venue).map(({ venue: _, ...how }): LensPool => ({ ...how, pool }))
      : [],
  )

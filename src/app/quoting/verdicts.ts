import { type SurveyedMarket, selectVenues } from '#app/quoting/survey'
import type { Network } from '#domain/network'
import type { Pool } from '#domain/pools/protocol'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import { type PoolReason, type PoolVerdict, poolReasons, type SourceVerdict } from '#domain/quotes/quote-record'
import type { Route } from '#domain/quotes/route'
import type { UnusedPools } from '#routing/explain/unused-pools'

/** Every pool considered with its reason: the route's first, then those closest to it. */
export function listPoolVerdicts(
  { excludedPools: barred, snapshot }: Pick<SurveyedMarket, 'excludedPools' | 'snapshot'>,
  { route, unused }: { readonly route: Pick<Route, 'legs'> | undefined; readonly unused: UnusedPools },
): readonly PoolVerdict[] {
  const used = [...new Set(route?.legs.map(({ pool }) => pool))]
  return [
    ...used.map((pool) => toPoolVerdict(pool, undefined)),
    ...[...unused].flatMap(([reason, pools]) => pools.map((pool) => toPoolVerdict(pool, reason))),
    ...barred.map((pool) => toPoolVerdict(pool, 'excluded')),
    ...(snapshot.skipped ?? []).map(({ pool, reason }) => toPoolVerdict(pool, reason)),
  ].toSorted((a, b) => rankOf(a) - rankOf(b))
}

const toPoolVerdict = ({ venue, address }: Pool, reason: PoolReason | undefined): PoolVerdict => ({
  source: venue.name,
  address,
  reason,
})

const rankOf = ({ reason }: PoolVerdict): number => (reason === undefined ? -1 : poolReasons.indexOf(reason))

/** The same by source: every source of the network, including those without a pool or excluded from the search. */
export function listSourceVerdicts(
  network: Network,
  question: AnyQuoteRequest,
  verdicts: readonly PoolVerdict[],
): readonly SourceVerdict[] {
  const asked = new Set(selectVenues(network, question).map(({ name }) => name))
  return network.venues.map(({ name }) => {
    const own = verdicts.filter(({ source }) => source === name)
    const counted = poolReasons.map((reason) => [reason, own.filter((one) => one.reason === reason).length] as const)
    return {
      source: name,
      asked: asked.has(name),
      pools: own.length,
      used: own.filter(({ reason }) => reason === undefined).length,
      reasons: Object.fromEntries(counted.filter(([, count]) => count > 0)),
    }
  })
}

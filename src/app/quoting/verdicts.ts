import { type Seen, venuesOf } from '#app/quoting/survey'
import type { Network } from '#domain/network'
import type { Pool } from '#domain/protocol'
import type { QuoteQuestion } from '#domain/quote'
import { type PoolReason, type PoolVerdict, poolReasons, type SourceVerdict } from '#domain/quote-record'
import type { Route } from '#domain/route'
import type { Unused } from '#routing/unused'

/** Every pool that was looked at with its reason: those of the route first, then those that came nearest to it. */
export function poolVerdicts(
  { barred, snapshot }: Pick<Seen, 'barred' | 'snapshot'>,
  { route, unused }: { readonly route: Pick<Route, 'legs'> | undefined; readonly unused: Unused },
): readonly PoolVerdict[] {
  const used = [...new Set(route?.legs.map(({ pool }) => pool))]
  return [
    ...used.map((pool) => verdictOf(pool, undefined)),
    ...[...unused].flatMap(([reason, pools]) => pools.map((pool) => verdictOf(pool, reason))),
    ...barred.map((pool) => verdictOf(pool, 'excluded')),
    ...(snapshot.leftOut ?? []).map(({ pool, reason }) => verdictOf(pool, reason)),
  ].toSorted((a, b) => rank(a) - rank(b))
}

const verdictOf = ({ venue, address }: Pool, reason: PoolReason | undefined): PoolVerdict => ({
  source: venue.name,
  address,
  reason,
})

const rank = ({ reason }: PoolVerdict): number => (reason === undefined ? -1 : poolReasons.indexOf(reason))

/** The same by source: every one of the network, also those without a pool or not asked for any. */
export function sourceVerdicts(
  network: Network,
  question: QuoteQuestion,
  verdicts: readonly PoolVerdict[],
): readonly SourceVerdict[] {
  const asked = new Set(venuesOf(network, question).map(({ name }) => name))
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

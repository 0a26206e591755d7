import type { Unchosen } from '#domain/market'
import type { Snapshot } from '#domain/snapshot'
import type { Unused } from '#routing/unused'

/** The pools themselves, which what comes from a thread names by their address. */
export function unusedIn({ pools }: Snapshot, unchosen: Unchosen | undefined): readonly Unused[] | undefined {
  const known = new Map(pools.map(({ pool }) => [pool.address, pool]))
  return unchosen?.flatMap(([address, reason]) => {
    const pool = known.get(address)
    return pool === undefined ? [] : [{ pool, reason }]
  })
}

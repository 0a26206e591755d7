import type { Unchosen } from '#domain/market'
import type { Snapshot } from '#domain/snapshot'
import type { Unused } from '#routing/unused'

/** The pools themselves, which what comes from a thread names by their address. */
export function unusedIn({ pools }: Snapshot, unchosen: Unchosen): Unused {
  const known = new Map(pools.map(({ pool }) => [pool.address, pool]))
  return new Map(
    unchosen.map(({ reason, pools: addresses }) => [reason, addresses.flatMap((address) => known.get(address) ?? [])]),
  )
}

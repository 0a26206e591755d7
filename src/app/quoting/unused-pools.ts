import type { Snapshot } from '#domain/pools/snapshot'
import type { UnusedPoolsByReason } from '#domain/quotes/market'
import type { UnusedPools } from '#routing/explain/unused-pools'

/** The pools themselves, which a worker's result names by address. */
export function resolveUnusedPools({ pools }: Snapshot, unchosen: UnusedPoolsByReason): UnusedPools {
  const known = new Map(pools.map(({ pool }) => [pool.address, pool]))
  return new Map(
    unchosen.map(({ reason, pools: addresses }) => [reason, addresses.flatMap((address) => known.get(address) ?? [])]),
  )
}

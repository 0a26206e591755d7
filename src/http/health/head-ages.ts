import type { Clock } from '#domain/clock'
import type { NetworkName } from '#domain/units'
import type { MetricValues } from './metrics.ts'
import type { NetworkStatusCache } from './network-status-cache.ts'

export interface HeadAgesContext {
  readonly clock: Pick<Clock, 'now'>
  readonly statuses: Pick<NetworkStatusCache, 'getLast'>
}

/**
 * The age of each network's newest known head, in seconds. If an endpoint stops answering, the age grows: alarms rely
 * on it.
 */
export function createHeadAges(
  { clock, statuses }: HeadAgesContext,
  networks: readonly NetworkName[],
): () => Promise<MetricValues> {
  const heads = new Map<NetworkName, number>()
  return async () => {
    await Promise.all(
      networks.map(async (name) => {
        const age = (await statuses.getLast(name))?.check?.headAgeSeconds
        if (age !== undefined) heads.set(name, clock.now() - age)
      }),
    )
    return [...heads].map(([name, time]) => [`network="${name}"`, Math.max(0, clock.now() - time)] as const)
  }
}

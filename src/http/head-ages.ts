import type { Clock } from '#domain/ports'
import type { NetworkName } from '#domain/units'
import type { Figures } from './metrics.ts'
import type { NetworkStatusCache } from './network-status-cache.ts'

export interface HeadAgesContext {
  readonly clock: Pick<Clock, 'now'>
  readonly statuses: Pick<NetworkStatusCache, 'brief'>
}

/**
 * How old the newest known head of each network is, in seconds. Where an endpoint answers no more, its last head grows
 * older: that is what an alarm has to see.
 */
export function createHeadAges(
  { clock, statuses }: HeadAgesContext,
  networks: readonly NetworkName[],
): () => Promise<Figures> {
  const heads = new Map<NetworkName, number>()
  return async () => {
    await Promise.all(
      networks.map(async (name) => {
        const age = (await statuses.brief(name))?.check?.headAgeSeconds
        if (age !== undefined) heads.set(name, clock.now() - age)
      }),
    )
    return [...heads].map(([name, time]) => [`network="${name}"`, Math.max(0, clock.now() - time)] as const)
  }
}

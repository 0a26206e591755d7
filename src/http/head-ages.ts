import type { Clock } from '#domain/ports'
import type { NetworkName } from '#domain/units'
import type { Look } from './look.ts'
import type { Figures } from './metrics.ts'

export interface HeadAgesContext {
  readonly clock: Pick<Clock, 'now'>
  readonly look: Pick<Look, 'soon'>
}

/**
 * How old the newest known head of each network is, in seconds. Where an endpoint answers no more, its last head grows
 * older: that is what an alarm has to see.
 */
export function createHeadAges(
  { clock, look }: HeadAgesContext,
  networks: readonly NetworkName[],
): () => Promise<Figures> {
  const heads = new Map<NetworkName, number>()
  return async () => {
    await Promise.all(
      networks.map(async (name) => {
        const age = (await look.soon(name))?.check?.headAgeSeconds
        if (age !== undefined) heads.set(name, clock.now() - age)
      }),
    )
    return [...heads].map(([name, time]) => [`network="${name}"`, Math.max(0, clock.now() - time)] as const)
  }
}

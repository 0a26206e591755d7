import { isFailure, SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Service } from '#domain/service'
import type { RouteContext } from './context.ts'
import { findingOf, type NetworkStatusCache } from './network-status-cache.ts'

/** A UUID that no quote has. */
const nobody = '00000000-0000-4000-8000-000000000000'

/**
 * Whether the store answers, and at least one of the networks: a network that is ill must not take the others out of
 * service. A network answers soon, with a fresh head, and has our router.
 */
export async function readiness(
  { statuses, service, stopping }: Pick<RouteContext, 'statuses' | 'service' | 'stopping'>,
  wanted: readonly Network[],
) {
  const [store, networks] = await Promise.all([storeAnswers(service), Promise.all(wanted.map(stateOf(statuses)))])
  const ready = !stopping() && store && networks.some((network) => network.ready)
  return { ready, stopping: stopping(), store, networks }
}

const stateOf =
  (statuses: NetworkStatusCache) =>
  async ({ name }: Network) => {
    const status = await statuses.soon(name)
    const finding = findingOf(status)
    return { name, ready: finding === 'ready', status: finding, headAgeSeconds: status?.check?.headAgeSeconds ?? null }
  }

async function storeAnswers(service: Service): Promise<boolean> {
  try {
    await service.stored(nobody)
    return true
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return isFailure(error, 'QUOTE_NOT_FOUND')
  }
}

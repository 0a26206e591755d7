import type { Network } from '#domain/network'
import type { RouteContext } from './context.ts'
import { findingOf, type NetworkStatusCache } from './network-status-cache.ts'

/**
 * Whether the store answers, and at least one of the networks: a network that is ill must not take the others out of
 * service. A network answers soon, with a fresh head, and has our router.
 */
export async function readiness(
  { statuses, storeAnswers, stopping }: Pick<RouteContext, 'statuses' | 'storeAnswers' | 'stopping'>,
  wanted: readonly Network[],
) {
  const [store, networks] = await Promise.all([storeAnswers(), Promise.all(wanted.map(stateOf(statuses)))])
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

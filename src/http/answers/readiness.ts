import type { Network } from '#domain/network'
import type { RouteContext } from '#http/context'
import { healthOf, type NetworkStatusCache } from '#http/health/network-status-cache'

/**
 * Ready if the store and at least one network answer: one failing network must not take the others out of service. A
 * network is ready if it answers in time, with a fresh head, and has our router.
 */
export async function checkReadiness(
  { statuses, storeAnswers, stopping }: Pick<RouteContext, 'statuses' | 'storeAnswers' | 'stopping'>,
  wanted: readonly Network[],
) {
  const [store, networks] = await Promise.all([storeAnswers(), Promise.all(wanted.map(createStateReader(statuses)))])
  const ready = !stopping() && store && networks.some((network) => network.ready)
  return { ready, stopping: stopping(), store, networks }
}

const createStateReader =
  (statuses: NetworkStatusCache) =>
  async ({ name }: Network) => {
    const status = await statuses.get(name)
    const health = healthOf(status)
    return { name, ready: health === 'ready', status: health, headAgeSeconds: status?.check?.headAgeSeconds ?? null }
  }

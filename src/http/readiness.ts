import type { Network } from '#domain/network'
import type { NetworkStatus } from '#domain/service'
import type { RouteContext } from './context.ts'
import type { Look } from './look.ts'

/** Whether every network that is served answers soon with a fresh head, and the store answers at all. */
export async function readiness({ look, storeAnswers, served, stopping }: RouteContext) {
  const [store, networks] = await Promise.all([storeAnswers(), Promise.all(served.networks.map(stateOf(look)))])
  const ready = !stopping() && store && networks.every((network) => network.ready)
  return { ready, stopping: stopping(), store, networks }
}

const stateOf =
  (look: Look) =>
  async ({ name }: Network) => {
    const status = await look.soon(name)
    return { name, ready: isReady(status), headAgeSeconds: status?.check?.headAgeSeconds ?? null }
  }

/** A head that is too old is a failure of the check itself, so that it has no chain id either. */
const isReady = (status: NetworkStatus | undefined): boolean =>
  status?.check?.chainIdOk === true && status.check.problem === undefined

/** Starts and stops the two addresses. Loads the HTTP library, so it is itself loaded when a server is asked for. */
import type { FastifyInstance } from 'fastify'
import { fail } from '#domain/errors'
import type { RunningServer, ServerSettings } from '#domain/server'
import { all as routes } from '#http/routes.gen'
import { allNetworks } from '#networks/find'
import type { RouteContext, ServerContext } from './context.ts'
import { createGate, type Gate, gated } from './gate.ts'
import { createListener } from './listener.ts'
import { createLook } from './look.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Served } from './parameters/network.ts'

/** Between the first word that we stop and the last new request: time for a balancer to see `/readyz`. */
const graceMs = 500
const mostConnections = 4_096

/** @throws `ADDRESS_IN_USE` */
export async function startServer(context: ServerContext, settings: ServerSettings): Promise<RunningServer> {
  const gate = createGate(settings)
  const metrics = createMetrics()
  let stopping = false
  const routed: RouteContext = {
    ...context,
    service: gated(context.service, gate),
    settings,
    served: servedBy(settings),
    metrics,
    look: createLook(context, settings.networks),
    stopping: () => stopping,
  }
  describe(metrics, gate)
  const open = createListener(context, { address: 'public', context: routed, routes })
  const keyed = createListener(context, { address: 'authenticated', context: routed, routes })
  try {
    return {
      url: await listen(open, settings.host, settings.port),
      authUrl: await listen(keyed, settings.host, settings.authPort),
      async stop() {
        stopping = true
        await context.clock.sleep(graceMs)
        const ended = Promise.all([open.close(), keyed.close()])
        await Promise.race([ended, context.clock.sleep(settings.drain * 1_000)])
      },
    }
  } catch (error) {
    await Promise.all([open.close(), keyed.close()])
    throw error
  }
}

function servedBy({ networks, fallback }: ServerSettings): Served {
  const entries = allNetworks().flatMap(({ name, entry }) =>
    entry !== undefined && networks.includes(name) ? [entry] : [],
  )
  return { networks: entries, fallback: entries.find(({ name }) => name === fallback) }
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  app.server.maxConnections = mostConnections
  try {
    return await app.listen({ host, port })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && isRefusal(cause.code))
      throw fail('ADDRESS_IN_USE', { address: `${host}:${port}`, reason: String(cause.code) }, { cause })
    throw cause
  }
}

const isRefusal = (code: unknown): boolean =>
  code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'

function describe(metrics: Metrics, gate: Gate): void {
  metrics.gauge({ name: 'swapline_working', about: 'Requests worked on now.', read: () => [['', gate.running()]] })
  metrics.gauge({ name: 'swapline_waiting', about: 'Requests that wait for that.', read: () => [['', gate.waiting()]] })
}

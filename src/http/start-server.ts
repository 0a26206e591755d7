/** Starts and stops the addresses. Loads the HTTP library, so it is itself loaded when a server is asked for. */
import type { FastifyInstance } from 'fastify'
import { fail } from '#domain/errors'
import { deployCommand } from '#domain/quote'
import type { NetworkFinding, RunningServer, ServerSettings } from '#domain/server'
import type { NetworkName } from '#domain/units'
import { all as routes } from '#http/routes.gen'
import { findNetwork } from '#networks/find'
import type { RouteContext, ServerContext } from './context.ts'
import { createDeadlines } from './deadlines.ts'
import { createDrain } from './drain.ts'
import { asFailure } from './failure.ts'
import { createHeadAges } from './head-ages.ts'
import { createListener } from './listener.ts'
import { createMetrics, type Gauge, type Metrics } from './metrics.ts'
import { createNetworkGates, type NetworkGates } from './network-gates.ts'
import { createNetworkStatusCache, findingOf } from './network-status-cache.ts'
import type { Served } from './parameters/network.ts'
import { settling } from './settling.ts'
import { createStoreCheck } from './store-check.ts'

const mostConnections = 4_096
/** Who watches the server waits no longer for a chain, and never until the answer itself is late. */
const mostPatienceMs = 5_000
/** How long the start waits to say what the networks are found to be. */
const startPatienceMs = 2_000

/** @throws `ADDRESS_IN_USE` */
export async function startServer(context: ServerContext, settings: ServerSettings): Promise<RunningServer> {
  const gates = createNetworkGates(context, settings.networks, settings)
  const metrics = createMetrics()
  let stopping = false
  const statuses = createNetworkStatusCache(context, {
    patienceMs: Math.min(mostPatienceMs, settings.answerWithin * 500),
    onChange: (network, status) => noteStatus(open.log, network, status),
  })
  const routed: RouteContext = {
    ...context,
    settings,
    served: servedBy(settings),
    metrics,
    statuses,
    storeAnswers: createStoreCheck(context),
    stopping: () => stopping,
  }
  describe(metrics, gates, createHeadAges(routed, settings.networks))
  for (const gauge of context.gauges) metrics.gauge(gauge)
  for (const series of context.series) metrics.add(series)
  const deadlines = createDeadlines(context, settings.answerWithin * 1_000)
  const shared = { context: routed, gates, deadlines, routes }
  const open = createListener(context, { ...shared, address: 'public' })
  const keyed = createListener(context, { ...shared, address: 'authenticated' })
  const watched = createListener(context, { ...shared, address: 'metrics' })
  const drain = createDrain(context, [open, keyed, watched], {
    graceMs: settings.graceMs,
    drainMs: settings.drain * 1_000,
  })
  try {
    const url = await listen(open, settings.host, settings.port)
    const authUrl = await listen(keyed, settings.host, settings.authPort)
    const at = settings.metrics
    const metricsUrl = at === undefined ? undefined : await listen(watched, at.host, at.port)
    const failed = (error: unknown): void => open.log.error({ code: asFailure(error).code, err: error })
    void settling(context, { stopping: routed.stopping, failed })
    // The first who asks should not wait for what can be found out now.
    const networks = Promise.all(
      settings.networks.map(async (name) => ({ name, status: findingOf(await statuses.soon(name, startPatienceMs)) })),
    )
    networks.catch(failed)
    return {
      url,
      authUrl,
      metricsUrl,
      networks: () => networks,
      stop: () => {
        stopping = true
        return drain()
      },
    }
  } catch (error) {
    await Promise.all([open.close(), keyed.close(), watched.close()])
    throw error
  }
}

/** What a network is found to be, at first and when that changes: an operator has to see it without asking. */
function noteStatus(log: FastifyInstance['log'], network: NetworkName, status: NetworkFinding): void {
  if (status === 'ready') log.info({ network, status }, 'the network is served')
  else log.warn({ network, status }, `the network is not served: ${remedies[status](network)}`)
}

const remedies: Readonly<Record<Exclude<NetworkFinding, 'ready'>, (network: NetworkName) => string>> = {
  'no-router': (network) => `our router is not deployed there, ${deployCommand(network)}`,
  'stale-head': () => 'its endpoint is behind',
  'wrong-chain': () => 'its endpoint serves another chain',
  'no-answer': () => 'no endpoint answers',
}

function servedBy({ networks, fallback }: ServerSettings): Served {
  const entries = networks.flatMap((name) => findNetwork(name).entry ?? [])
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

function describe(metrics: Metrics, gates: NetworkGates, headAges: Gauge['read']): void {
  const [working, waiting] = [
    () => gates.figures((gate) => gate.running()),
    () => gates.figures((gate) => gate.waiting()),
  ]
  metrics.gauge({ name: 'swapline_working', about: 'Requests worked on now, by network.', read: working })
  metrics.gauge({ name: 'swapline_waiting', about: 'Requests that wait for that.', read: waiting })
  metrics.gauge({ name: 'swapline_head_age_seconds', about: 'Age of the newest head known.', read: headAges })
}

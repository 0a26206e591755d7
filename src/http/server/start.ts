/** Starts and stops the listeners. Loads the HTTP library, so this file is imported only when a server is started. */
import type { FastifyInstance } from 'fastify'
import { fail } from '#domain/errors'
import { deployCommand } from '#domain/quotes/quote'
import type { NetworkHealth, RunningServer, ServerSettings } from '#domain/service/server'
import type { NetworkName } from '#domain/units'
import type { RouteContext, ServerContext } from '#http/context'
import { createDeadlines } from '#http/gate/deadlines'
import { createNetworkLimiters, type NetworkLimiters } from '#http/gate/network-limiters'
import { createHeadAges } from '#http/health/head-ages'
import { createMetrics, type Gauge, type Metrics } from '#http/health/metrics'
import { createNetworkStatusCache, healthOf } from '#http/health/network-status-cache'
import { createStoreCheck } from '#http/health/store-check'
import type { ServedNetworks } from '#http/parameters/network'
import { all as routes } from '#http/routes.gen'
import { findNetwork } from '#networks/find'
import { createDrain } from './drain.ts'
import { toFailure } from './failure.ts'
import { createListener } from './listener.ts'
import { pollPendingSwaps } from './swap-poller.ts'

const maxConnections = 4_096
/** Monitoring waits at most this long for a chain, so that its own answer is not late. */
const maxStatusTimeoutMs = 5_000
/** How long the start waits for the networks' status before it reports. */
const startTimeoutMs = 2_000

/** @throws `ADDRESS_IN_USE` */
export async function startServer(context: ServerContext, settings: ServerSettings): Promise<RunningServer> {
  const limiters = createNetworkLimiters(context, settings.networks, settings)
  const metrics = createMetrics()
  let stopping = false
  const statuses = createNetworkStatusCache(context, {
    timeoutMs: Math.min(maxStatusTimeoutMs, settings.timeoutSeconds * 500),
    onChange: (network, status) => logHealth(open.log, network, status),
  })
  const routed: RouteContext = {
    ...context,
    settings,
    served: toServedNetworks(settings),
    metrics,
    statuses,
    storeAnswers: createStoreCheck(context),
    stopping: () => stopping,
  }
  addServerGauges(metrics, limiters, createHeadAges(routed, settings.networks))
  for (const gauge of context.gauges) metrics.addGauge(gauge)
  for (const series of context.series) metrics.addSeries(series)
  const deadlines = createDeadlines(context, settings.timeoutSeconds * 1_000)
  const shared = { context: routed, limiters, deadlines, routes }
  const open = createListener(context, { ...shared, address: 'public' })
  const keyed = createListener(context, { ...shared, address: 'authenticated' })
  const watched = createListener(context, { ...shared, address: 'metrics' })
  const drain = createDrain(context, [open, keyed, watched], {
    graceMs: settings.graceMs,
    drainMs: settings.drainSeconds * 1_000,
  })
  try {
    const url = await listen(open, settings.host, settings.port)
    const authUrl = await listen(keyed, settings.host, settings.authPort)
    const at = settings.metrics
    const metricsUrl = at === undefined ? undefined : await listen(watched, at.host, at.port)
    const failed = (error: unknown): void => open.log.error({ code: toFailure(error).code, err: error })
    void pollPendingSwaps(context, { stopping: routed.stopping, failed })
    // found out now, so the first caller does not wait
    const networks = Promise.all(
      settings.networks.map(async (name) => ({ name, status: healthOf(await statuses.get(name, startTimeoutMs)) })),
    )
    networks.catch(failed)
    return {
      url,
      authUrl,
      metricsUrl,
      networks: () => networks,
      logUncaught: (error) => open.log.error({ code: toFailure(error).code, err: error }, 'no code caught this error'),
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

/** Logs a network's health, at first and when it changes: operators must see it without asking. */
function logHealth(log: FastifyInstance['log'], network: NetworkName, status: NetworkHealth): void {
  if (status === 'ready') log.info({ network, status }, 'the network is served')
  else log.warn({ network, status }, `the network is not served: ${remedies[status](network)}`)
}

const remedies: Readonly<Record<Exclude<NetworkHealth, 'ready'>, (network: NetworkName) => string>> = {
  'no-router': (network) => `our router is not deployed there, ${deployCommand(network)}`,
  'stale-head': () => 'its endpoint is behind',
  'wrong-chain': () => 'its endpoint serves another chain',
  'no-answer': () => 'no endpoint answers',
}

function toServedNetworks({ networks, fallback }: ServerSettings): ServedNetworks {
  const entries = networks.flatMap((name) => findNetwork(name).entry ?? [])
  return { networks: entries, fallback: entries.find(({ name }) => name === fallback) }
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  app.server.maxConnections = maxConnections
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

function addServerGauges(metrics: Metrics, limiters: NetworkLimiters, headAges: Gauge['read']): void {
  const [working, waiting] = [
    () => limiters.figures((gate) => gate.running()),
    () => limiters.figures((gate) => gate.queuedCount()),
  ]
  metrics.addGauge({ name: 'swapline_working', about: 'Requests in progress, by network.', read: working })
  metrics.addGauge({ name: 'swapline_waiting', about: 'Requests waiting for a place, by network.', read: waiting })
  metrics.addGauge({ name: 'swapline_head_age_seconds', about: 'Age of the newest known head.', read: headAges })
}

/** Starts and stops the addresses. Loads the HTTP library, so it is itself loaded when a server is asked for. */
import type { FastifyInstance } from 'fastify'
import { fail } from '#domain/errors'
import type { RunningServer, ServerSettings } from '#domain/server'
import { all as routes } from '#http/routes.gen'
import { findNetwork } from '#networks/find'
import type { RouteContext, ServerContext } from './context.ts'
import { createDeadlines } from './deadlines.ts'
import { asFailure } from './failure.ts'
import { createGate, type Gate } from './gate.ts'
import { createHeadAges } from './head-ages.ts'
import { createListener } from './listener.ts'
import { createLook } from './look.ts'
import { createMetrics, type Gauge, type Metrics } from './metrics.ts'
import type { Served } from './parameters/network.ts'
import { settling } from './settling.ts'
import { createStoreCheck } from './store-check.ts'

const mostConnections = 4_096
const turnsToRead = 5
/** Who watches the server waits no longer for a chain, and never until the answer itself is late. */
const mostPatienceMs = 5_000

/** @throws `ADDRESS_IN_USE` */
export async function startServer(context: ServerContext, settings: ServerSettings): Promise<RunningServer> {
  const gate = createGate(context, settings)
  const metrics = createMetrics()
  let stopping = false
  const routed: RouteContext = {
    ...context,
    settings,
    served: servedBy(settings),
    metrics,
    look: createLook(context, Math.min(mostPatienceMs, settings.answerWithin * 500)),
    storeAnswers: createStoreCheck(context),
    stopping: () => stopping,
  }
  describe(metrics, gate, createHeadAges(routed, settings.networks))
  for (const gauge of context.gauges) metrics.gauge(gauge)
  for (const series of context.series) metrics.add(series)
  const deadlines = createDeadlines(context, settings.answerWithin * 1_000)
  const shared = { context: routed, gate, deadlines, routes }
  const open = createListener(context, { ...shared, address: 'public' })
  const keyed = createListener(context, { ...shared, address: 'authenticated' })
  const watched = createListener(context, { ...shared, address: 'metrics' })
  async function stop(): Promise<void> {
    stopping = true
    await context.clock.sleep(settings.graceMs)
    // What came while this process was kept busy lies unread: some turns take it up before its connection counts as idle.
    for (let turn = 0; turn < turnsToRead; turn += 1) await context.clock.sleep(1)
    await within(context, settings.drain * 1_000, Promise.all([open.close(), keyed.close(), watched.close()]))
  }
  try {
    const url = await listen(open, settings.host, settings.port)
    const authUrl = await listen(keyed, settings.host, settings.authPort)
    const at = settings.metrics
    const metricsUrl = at === undefined ? undefined : await listen(watched, at.host, at.port)
    const failed = (error: unknown): void => open.log.error({ code: asFailure(error).code, err: error })
    void settling(context, { stopping: routed.stopping, failed })
    // The first who asks should not wait for what can be found out now.
    for (const name of settings.networks) routed.look.at(name).catch(failed)
    return { url, authUrl, metricsUrl, stop }
  } catch (error) {
    await Promise.all([open.close(), keyed.close(), watched.close()])
    throw error
  }
}

/** Waits for `work`, but not for ever. Short sleeps, so that none of them outlives it. */
async function within({ clock }: ServerContext, milliseconds: number, work: Promise<unknown>): Promise<void> {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  const deadline = clock.elapsed() + milliseconds
  while (!done && clock.elapsed() < deadline) await clock.sleep(20)
  if (done) await ended
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

function describe(metrics: Metrics, gate: Gate, headAges: Gauge['read']): void {
  metrics.gauge({ name: 'swapline_working', about: 'Requests worked on now.', read: () => [['', gate.running()]] })
  metrics.gauge({ name: 'swapline_waiting', about: 'Requests that wait for that.', read: () => [['', gate.waiting()]] })
  metrics.gauge({ name: 'swapline_head_age_seconds', about: 'Age of the newest head known.', read: headAges })
}

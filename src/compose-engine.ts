/** Creates the engine that keeps a service's networks warm: its worker threads and its metrics. */
import { fileURLToPath } from 'node:url'
import { type ServiceLog, skipRepeats } from '#compose-log'
import type { Clock } from '#domain/clock'
import type { Protocols } from '#domain/pools/protocol'
import type { ServerSettings } from '#domain/service/server'
import type { Engine } from '#engine/engine'
import type { Gauge } from '#http/health/metrics'

interface EngineParts {
  readonly clock: Clock
  readonly protocols: Protocols
  readonly log: Pick<ServiceLog, 'note'>
}

/** Starts no worker yet. */
export async function createWarmEngine(
  { clock, protocols, log }: EngineParts,
  settings: ServerSettings,
): Promise<Engine> {
  const { createEngine } = await import('#engine/engine')
  const report = skipRepeats((_, message) => log.note('warn', { msg: `no new block: ${message}` }))
  return createEngine({
    clock,
    routing: await createRouting({ clock, protocols }, settings),
    onError: (error) => report('', error),
  })
}

/** Part of an answer's time limit after which a search ends with its best route so far: the proof has to fit in too. */
const searchPart = 0.25

async function createRouting(
  { clock, protocols }: Omit<EngineParts, 'log'>,
  { workers, timeoutSeconds }: ServerSettings,
) {
  const { availableParallelism } = process.getBuiltinModule('node:os')
  const count = workers ?? availableParallelism()
  const maxSearchMs = timeoutSeconds * 1_000 * searchPart
  if (count > 0) {
    const { createThreadedRouting: createThreads } = await import('#engine/threaded-routing')
    const file = fileURLToPath(new URL('./route-worker.js', import.meta.url))
    return createThreads({ clock }, { file, count, maxSearchMs })
  }
  const { createRoutingCore: createCore } = await import('#engine/routing-core')
  const { createLocalRouting: routingHere } = await import('#engine/routing')
  return routingHere(createCore({ protocols, clock, maxSearchMs }))
}

export function gaugesOf({ figures }: Engine): readonly Gauge[] {
  const one = (name: string, about: string, value: () => number): Gauge => ({
    name,
    about,
    read: () => [['', value()]],
  })
  const each = (name: string, about: string, value: (market: MarketReading) => number | undefined): Gauge => ({
    name,
    about,
    read: () =>
      [...figures().markets].flatMap(([network, market]) => {
        const read = value(market)
        return read === undefined ? [] : [[`network="${network}"`, read] as const]
      }),
  })
  return [
    one('swapline_threads', 'Route search threads.', () => figures().threads),
    one('swapline_threads_busy', 'Route search threads searching now.', () => figures().busy),
    one('swapline_threads_lost', 'Threads that died or were terminated and were replaced.', () => figures().lost),
    one('swapline_searches_waiting', 'Searches waiting for a thread.', () => figures().waiting),
    each('swapline_market_block', 'The newest block read.', ({ block }) => block),
    each('swapline_market_pools', 'Pools read once per block.', ({ pools }) => pools),
    each('swapline_market_pairs', 'Pairs answered without reading the chain.', ({ pairs }) => pairs),
    each('swapline_market_reads', 'Full reads of all pools.', ({ blocks }) => blocks),
    each('swapline_market_reorgs', 'Heads that did not continue the previous one.', ({ reorgs }) => reorgs),
  ]
}

type MarketReading = ReturnType<Engine['figures']>['markets'] extends ReadonlyMap<string, infer M> ? M : never

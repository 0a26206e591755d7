/** Makes the engine that keeps a service's networks warm: its threads, and the figures it gives of itself. */
import { fileURLToPath } from 'node:url'
import type { ServiceLog } from '#compose-log'
import type { Clock } from '#domain/ports'
import type { Protocols } from '#domain/protocol'
import type { ServerSettings } from '#domain/server'
import type { Engine } from '#engine/engine'
import type { Gauge } from '#http/metrics'

interface EngineParts {
  readonly clock: Clock
  readonly protocols: Protocols
  readonly log: Pick<ServiceLog, 'note'>
}

/** Starts no thread yet. */
export async function warmEngine({ clock, protocols, log }: EngineParts, settings: ServerSettings): Promise<Engine> {
  const { createEngine } = await import('#engine/engine')
  const failed = saysOnce((message) => log.note('warn', { msg: `no new block: ${message}` }))
  return createEngine({ clock, routing: await routingFor({ clock, protocols }, settings), failed })
}

async function routingFor({ clock, protocols }: Omit<EngineParts, 'log'>, { workers }: ServerSettings) {
  const { availableParallelism } = process.getBuiltinModule('node:os')
  const count = workers ?? availableParallelism()
  if (count > 0) {
    const { createThreads } = await import('#engine/threads')
    return createThreads({ clock }, { file: fileURLToPath(new URL('./route-worker.js', import.meta.url)), count })
  }
  const { createCore } = await import('#engine/core')
  const { routingHere } = await import('#engine/routing')
  return routingHere(createCore({ protocols, clock }))
}

/** An endpoint that is away would otherwise fill the log. */
function saysOnce(say: (message: string) => void): (error: unknown) => void {
  let last = ''
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== last) say(message)
    last = message
  }
}

export function gaugesOf({ figures }: Engine): readonly Gauge[] {
  const one = (name: string, about: string, value: () => number): Gauge => ({
    name,
    about,
    read: () => [['', value()]],
  })
  const each = (name: string, about: string, value: (market: Market) => number | undefined): Gauge => ({
    name,
    about,
    read: () =>
      [...figures().markets].flatMap(([network, market]) => {
        const read = value(market)
        return read === undefined ? [] : [[`network="${network}"`, read] as const]
      }),
  })
  return [
    one('swapline_threads', 'Threads that search routes.', () => figures().threads),
    one('swapline_threads_busy', 'Of them searching now.', () => figures().busy),
    one('swapline_threads_lost', 'Threads that died or were ended, and were replaced.', () => figures().lost),
    one('swapline_searches_waiting', 'Searches that wait for a thread.', () => figures().waiting),
    each('swapline_market_block', 'The newest block that was read.', ({ block }) => block),
    each('swapline_market_pools', 'Pools that are read once a block.', ({ pools }) => pools),
    each('swapline_market_pairs', 'Pairs that are answered without a look at the chain.', ({ pairs }) => pairs),
    each('swapline_market_reads', 'Times that all pools were read.', ({ blocks }) => blocks),
    each('swapline_market_reorgs', 'Heads that did not continue the one before.', ({ reorgs }) => reorgs),
  ]
}

type Market = ReturnType<Engine['figures']>['markets'] extends ReadonlyMap<string, infer M> ? M : never

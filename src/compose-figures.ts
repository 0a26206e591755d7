/** Metrics that neither the server nor the engine knows: of the service's endpoints and its process. */
import type { IntervalHistogram } from 'node:perf_hooks'
import type { ResponseEvent } from '#chain/rpc/endpoint'
import type { NetworkName } from '#domain/units'
import { createCounter, createHistogram, type Gauge, type Series } from '#http/health/metrics'

export interface ServiceFigures {
  readonly onRpcAnswer: (network: NetworkName, note: ResponseEvent) => void
  readonly series: readonly Series[]
  readonly gauges: readonly Gauge[]
  /** Stops continuous measurement. */
  stop(): void
}

export function createServiceFigures(): ServiceFigures {
  const posts = createCounter('swapline_rpc_requests_total', 'Posts to RPC endpoints, by whether a node answered.')
  const times = createHistogram('swapline_rpc_seconds', 'Time of posts to RPC endpoints.')
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return {
    onRpcAnswer(network, { host: endpoint, seconds, isAnswered }) {
      posts.count({ network, endpoint, outcome: isAnswered ? 'answered' : 'failed' })
      times.observe({ network, endpoint }, seconds)
    },
    series: [posts, times],
    gauges: processGauges(delay),
    stop: () => void delay.disable(),
  }
}

/** Uses the names that Node.js dashboards expect. */
function processGauges(delay: IntervalHistogram): readonly Gauge[] {
  const gauge = (name: string, about: string, value: () => number): Gauge => ({
    name,
    about,
    read: () => [['', value()]],
  })
  return [
    gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
    gauge('nodejs_heap_size_used_bytes', 'Heap of the main thread in use.', () => process.memoryUsage().heapUsed),
    gauge('nodejs_eventloop_lag_p99_seconds', 'Event loop delay since the last reading, 99th percentile.', () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return Number.isFinite(seconds) ? seconds : 0
    }),
  ]
}

/** Figures of a service that neither its server nor its engine knows: of its endpoints, and of its process. */
import type { IntervalHistogram } from 'node:perf_hooks'
import type { AnswerNote } from '#chain/endpoint'
import type { NetworkName } from '#domain/units'
import { createCounter, createHistogram, type Gauge, type Series } from '#http/metrics'

export interface ServiceFigures {
  readonly rpcAnswered: (network: NetworkName, note: AnswerNote) => void
  readonly series: readonly Series[]
  readonly gauges: readonly Gauge[]
  /** Ends what is measured all the time. */
  stop(): void
}

export function createServiceFigures(): ServiceFigures {
  const posts = createCounter('swapline_rpc_requests_total', 'Posts to RPC endpoints, by whether a node answered.')
  const times = createHistogram('swapline_rpc_seconds', 'Time of posts to RPC endpoints.')
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return {
    rpcAnswered(network, { host: endpoint, seconds, isAnswered }) {
      posts.count({ network, endpoint, outcome: isAnswered ? 'answered' : 'failed' })
      times.observe({ network, endpoint }, seconds)
    },
    series: [posts, times],
    gauges: processGauges(delay),
    stop: () => void delay.disable(),
  }
}

/** By the names that dashboards for Node.js look for. */
function processGauges(delay: IntervalHistogram): readonly Gauge[] {
  const gauge = (name: string, about: string, value: () => number): Gauge => ({
    name,
    about,
    read: () => [['', value()]],
  })
  return [
    gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
    gauge('nodejs_heap_size_used_bytes', 'Heap of the main thread in use.', () => process.memoryUsage().heapUsed),
    gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop since the last reading, 99 of 100.', () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return Number.isFinite(seconds) ? seconds : 0
    }),
  ]
}

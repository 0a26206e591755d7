import type { Checksum } from '#domain/api/plain'
import type { ApiKeys, Clock } from '#domain/ports'
import type { QuoteNotes } from '#domain/quote-record'
import type { ServerSettings } from '#domain/server'
import type { NetworkStatus, Service } from '#domain/service'
import type { SwapTracker } from '#domain/swap-record'
import type { TokenPrices } from '#domain/token'
import type { TokenBook } from '#domain/trader'
import type { NetworkName } from '#domain/units'
import type { Served } from '#http/parameters/network'
import type { Gauge, Metrics, Series } from './metrics.ts'
import type { NetworkStatusCache } from './network-status-cache.ts'

/** What the server is made from. */
export interface ServerContext {
  readonly service: Service
  /** Looks at one network over its own endpoints. */
  readonly networkStatus: (network: NetworkName) => Promise<NetworkStatus>
  readonly swaps: SwapTracker
  readonly tokens: TokenBook
  readonly prices: TokenPrices
  /** Why a quote is what it is. */
  readonly notes: Pick<QuoteNotes, 'of'>
  readonly keys: Pick<ApiKeys, 'check'>
  /** The families whose pools are used, by their kind. */
  readonly families: ReadonlySet<string>
  readonly clock: Clock
  readonly uuid: () => string
  readonly checksum: Checksum
  /** One line of JSON about a request or an event; ends with a line break. */
  readonly log: { write(line: string): void }
  readonly logLevel: 'error' | 'warn' | 'info' | 'debug'
  /** Does the work of a request so that whatever is logged within it can carry its id. */
  readonly withRequestId: <T>(requestId: string, work: () => Promise<T>) => Promise<T>
  /** More figures for `/metrics`, of what the server does not know itself. */
  readonly gauges: readonly Gauge[]
  readonly series: readonly Series[]
}

/** What a route may use, for one request. */
export interface RouteContext
  extends Omit<ServerContext, 'keys' | 'log' | 'logLevel' | 'uuid' | 'gauges' | 'series' | 'networkStatus'> {
  readonly settings: ServerSettings
  readonly served: Served
  readonly metrics: Metrics
  readonly statuses: NetworkStatusCache
  /** Whether the store answers, seen a moment ago at most. */
  readonly storeAnswers: () => Promise<boolean>
  /** Whether the server has begun to stop. */
  readonly stopping: () => boolean
}

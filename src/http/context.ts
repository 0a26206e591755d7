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
import type { Gauge, Metrics } from './metrics.ts'
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
  readonly clock: Clock
  readonly uuid: () => string
  readonly checksum: Checksum
  /** One line of JSON about a request or an event; ends with a line break. */
  readonly log: { write(line: string): void }
  readonly logLevel: 'info' | 'error'
  /** More figures for `/metrics`, of what the server does not know itself. */
  readonly gauges: readonly Gauge[]
}

/** What a route may use, for one request. */
export interface RouteContext
  extends Omit<ServerContext, 'keys' | 'log' | 'logLevel' | 'uuid' | 'gauges' | 'networkStatus'> {
  readonly settings: ServerSettings
  readonly served: Served
  readonly metrics: Metrics
  readonly statuses: NetworkStatusCache
  /** Whether the server has begun to stop. */
  readonly stopping: () => boolean
}

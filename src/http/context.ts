import type { Checksum } from '#domain/api/plain'
import type { Clock } from '#domain/clock'
import type { WebPage } from '#domain/debugging/web-page'
import type { Quote } from '#domain/quotes/quote'
import type { QuoteNotes } from '#domain/quotes/quote-record'
import type { Relayer } from '#domain/relay/relay'
import type { CrossingService } from '#domain/service/crossing-service'
import type { ServerSettings } from '#domain/service/server'
import type { NetworkStatus, Service } from '#domain/service/service'
import type { ApiKeys } from '#domain/service/stores'
import type { SwapTracker } from '#domain/service/swap-record'
import type { TokenPrices } from '#domain/token'
import type { TokenBook } from '#domain/trade/token-book'
import type { NetworkName } from '#domain/units'
import type { ServedNetworks } from '#http/parameters/network'
import type { Gauge, Metrics, Series } from './health/metrics.ts'
import type { NetworkStatusCache } from './health/network-status-cache.ts'

/** Dependencies of the server. */
export interface ServerContext {
  readonly service: Service
  readonly crossing: CrossingService
  /** The status of one network by its own endpoints. */
  readonly networkStatus: (network: NetworkName) => Promise<NetworkStatus>
  readonly swaps: SwapTracker
  /** Submits signed orders; absent if this server has no relayer. */
  readonly relayer: Pick<Relayer, 'serves'> | undefined
  readonly tokens: TokenBook
  readonly prices: TokenPrices
  /** Stored reasons behind quotes. */
  readonly notes: Pick<QuoteNotes, 'get'>
  /**
   * Why a quote is what it is, as a page; the pools of its block are read again.
   * @throws `QUOTE_STATE_GONE`, `BUNDLE_INCOMPLETE` for one without a route, `NETWORK_UNAVAILABLE`
   */
  readonly explainQuote: (quote: Quote) => Promise<WebPage>
  readonly keys: Pick<ApiKeys, 'check'>
  /** The kinds of the families whose pools are used. */
  readonly families: ReadonlySet<string>
  readonly clock: Clock
  readonly uuid: () => string
  readonly checksum: Checksum
  /** Writes one JSON line about a request or an event; the line ends with a line break. */
  readonly log: { write(line: string): void }
  readonly logLevel: 'error' | 'warn' | 'info' | 'debug'
  /** Runs the work of a request such that everything logged within it can carry its id. */
  readonly withRequestId: <T>(requestId: string, work: () => Promise<T>) => Promise<T>
  /** Additional `/metrics` values that the server does not know itself. */
  readonly gauges: readonly Gauge[]
  readonly series: readonly Series[]
}

/** The dependencies of a route, for one request. */
export interface RouteContext
  extends Omit<ServerContext, 'keys' | 'log' | 'logLevel' | 'uuid' | 'gauges' | 'series' | 'networkStatus'> {
  readonly settings: ServerSettings
  readonly served: ServedNetworks
  readonly metrics: Metrics
  readonly statuses: NetworkStatusCache
  /** True if the store answers; the result may be a moment old. */
  readonly storeAnswers: () => Promise<boolean>
  /** True once the server has begun to stop. */
  readonly stopping: () => boolean
}

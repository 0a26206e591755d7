/** The HTTP API as a process runs it: two listeners, one without and one with keys. */
import type { RelayStore } from '#domain/relay/relay'
import type { ApiKeys } from '#domain/service/stores'
import type { NetworkName, Seconds, Wei } from '#domain/units'

/** Requests a second in the long run, and as a burst. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

export interface RelayerSettings {
  /** An account's name or address: its key pays the gas, and is no user's. */
  readonly account: string
  /** What each network's lane may spend in 24 hours; a network without a cap has no lane. */
  readonly caps: ReadonlyMap<NetworkName, Wei>
}

export interface ServerSettings {
  readonly host: string
  /** Without keys; 0 takes a free port. */
  readonly port: number
  /** A key is required there. */
  readonly authPort: number
  /** The metrics listener; none if absent. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined
  readonly networks: readonly NetworkName[]
  /** For requests that name no network and whose tokens do not imply one. */
  readonly fallback: NetworkName | undefined
  /** Who submits the orders of gasless quotes; nobody if absent. */
  readonly relayer?: RelayerSettings | undefined
  /** Some required parameters of a quote may be absent. */
  readonly lenient: boolean
  /** Of an IP address (of a /64 for IPv6), and of a key. */
  readonly publicAllowance: RateLimit
  readonly keyAllowance: RateLimit
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Maximum concurrent requests for one network, and maximum waiting ones; more are refused. */
  readonly maxConcurrent: number
  readonly maxQueued: number
  /** Maximum expected wait in milliseconds: a request that would wait longer is refused at once. */
  readonly maxWaitMs: number
  /** Time limit of an answer; slower ones are refused, and requests that still wait are not started. */
  readonly timeoutSeconds: Seconds
  /** Route-search workers, 0 to search in the server's own thread; one per core if absent. */
  readonly workers?: number | undefined
  /** Milliseconds from the shutdown signal to the last new request: a balancer sees `/readyz` meanwhile. */
  readonly graceMs: number
  /** How long accepted requests may take to end when the server stops. */
  readonly drainSeconds: Seconds
}

/** The state of a served network: only a ready one is quoted for. */
export const networkHealths = ['ready', 'no-router', 'stale-head', 'wrong-chain', 'no-answer'] as const
export type NetworkHealth = (typeof networkHealths)[number]

export interface ServedNetwork {
  readonly name: NetworkName
  readonly status: NetworkHealth
}

export interface RunningServer {
  /** `http://127.0.0.1:8787`. */
  readonly url: string
  readonly authUrl: string
  /** The states of the networks, within two seconds: `no-answer` for one that takes longer. */
  networks(): Promise<readonly ServedNetwork[]>
  readonly metricsUrl: string | undefined
  /** Writes an error that no code caught into the log. */
  logUncaught(error: unknown): void
  /** Answers accepted requests, accepts no new ones. */
  stop(): Promise<void>
}

/** @throws `ADDRESS_IN_USE` */
export type StartServer = (settings: ServerSettings) => Promise<RunningServer>

/** What serving others requires. */
export interface ServerHost {
  readonly start: StartServer
  readonly keys: ApiKeys
  /** What the relayer's lanes hold, for an operator. */
  readonly relays: Pick<RelayStore, 'laneStatus' | 'passOwn' | 'releaseOwn' | 'setDraining'>
}

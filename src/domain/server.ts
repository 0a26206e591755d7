/** The HTTP API as a process runs it: two addresses, one without and one with keys. */
import type { ApiKeys } from '#domain/ports'
import type { NetworkName, Seconds } from '#domain/units'

/** Requests a second in the long run, and at once. */
export interface Allowance {
  readonly perSecond: number
  readonly burst: number
}

export interface ServerSettings {
  readonly host: string
  /** Without keys; 0 takes a free port. */
  readonly port: number
  /** A key is required there. */
  readonly authPort: number
  /** Where figures are read; nowhere where absent. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined
  readonly networks: readonly NetworkName[]
  /** For requests that name no network and whose tokens do not tell. */
  readonly fallback: NetworkName | undefined
  /** Some required parameters of a quote may be absent. */
  readonly lenient: boolean
  /** Of an IP address (of a /64 for IPv6), and of a key. */
  readonly publicAllowance: Allowance
  readonly keyAllowance: Allowance
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Requests for one network worked on at once, and how many may wait for that; more are refused. */
  readonly atOnce: number
  readonly waiting: number
  /** Milliseconds for which a request may be expected to wait for that; where it would be more, it is refused at once. */
  readonly waitWithin: number
  /** How long an answer may take; what takes longer is refused, and what still waits for its turn is not begun. */
  readonly answerWithin: Seconds
  /** Threads that search routes, 0 to search in the server's own; as many as the machine has cores where absent. */
  readonly workers?: number | undefined
  /** Milliseconds from the first word that the server stops to the last new request: a balancer sees `/readyz` meanwhile. */
  readonly graceMs: number
  /** How long what was accepted may take to end when the server stops. */
  readonly drain: Seconds
}

/** What a served network is found to be: only one that is ready is quoted for. */
export const networkFindings = ['ready', 'no-router', 'stale-head', 'wrong-chain', 'no-answer'] as const
export type NetworkFinding = (typeof networkFindings)[number]

export interface ServedNetwork {
  readonly name: NetworkName
  readonly status: NetworkFinding
}

export interface RunningServer {
  /** `http://127.0.0.1:8787`. */
  readonly url: string
  readonly authUrl: string
  /** What the networks are found to be, within two seconds: `no-answer` for one that takes longer. */
  networks(): Promise<readonly ServedNetwork[]>
  readonly metricsUrl: string | undefined
  /** Answers what was accepted, takes nothing new. */
  stop(): Promise<void>
}

/** @throws `ADDRESS_IN_USE` */
export type StartServer = (settings: ServerSettings) => Promise<RunningServer>

/** What it takes to serve others. */
export interface Host {
  readonly start: StartServer
  readonly keys: ApiKeys
}

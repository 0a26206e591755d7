/** What commands may use. `src/compose.ts` creates the components; everything else here belongs to the command line. */

import type { Out } from '#cli/out/types'
import type { Settings } from '#cli/settings/settings'
import type { Prompts } from '#cli/talk/prompts'
import type { Clock } from '#domain/clock'
import type { Debugging } from '#domain/debugging/debugging'
import type { Diagnosis } from '#domain/diagnosis'
import type { SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import type { NetworkListing } from '#domain/network'
import type { SpendPolicy } from '#domain/policy/policy'
import type { PoolIndexing } from '#domain/pools/creations'
import type { AnyQuoteRequest, RecentMoves } from '#domain/quotes/quote'
import type { SandboxControl } from '#domain/sandbox'
import type { CrossingService } from '#domain/service/crossing-service'
import type { ServerHost } from '#domain/service/server'
import type { Service } from '#domain/service/service'
import type { Accounts, Secrets } from '#domain/trade/accounts'
import type { AddressBook } from '#domain/trade/address-book'
import type { Batches } from '#domain/trade/batch/batches'
import type { UserTokenBook } from '#domain/trade/token-book'
import type { Trader } from '#domain/trade/trader'
import type { Ppm } from '#domain/units'
import type { Env } from '#system/env'

/** Each component is created once, on first use. */
export interface Components {
  service(): Promise<Service>
  /**
   * Its quotes are not stored, so they cannot be used.
   * @param url `local` or an address, which gets no key of ours; the service of the settings if absent
   */
  unstoredService(url?: string): Promise<Pick<Service, 'quote'>>
  trader(): Promise<Trader>
  /** The slippage that survives the last moves of the pools that a request trades with, and those moves. */
  measureMoves(question: AnyQuoteRequest): Promise<{ readonly slippage: Ppm; readonly moves: RecentMoves }>
  /** Swaps to another network. */
  crossing(): Promise<CrossingService>
  batches(): Promise<Batches>
  tokens(): Promise<UserTokenBook>
  accounts(): Promise<Accounts>
  /** Contacts and the user's own tokens. */
  addressBook(): Promise<AddressBook>
  /** What was signed, read without asking a chain. */
  journal(): Promise<Pick<Journal, 'list' | 'find' | 'readByQuote'>>
  /** The spend policy of this machine's keys. */
  policy(): Promise<SpendPolicy>
  sandbox(): Promise<SandboxControl>
  /** The server host, with its data at `place`: a file or `postgres://…`; our own store if absent. */
  host(place: string | undefined): Promise<ServerHost>
  /** Builds an index of pools, stored at `place` as for `host`. */
  indexing(place: string | undefined): Promise<PoolIndexing>
  /** Records quotes and computes recorded ones again. */
  debugging(): Promise<Debugging>
  /** Looks for what is wrong with this machine, its files and its endpoints. */
  doctor(): Promise<Diagnosis>
  /** Closes what was opened: sockets and the store. Called once, at the end of every command. */
  close(): Promise<void>
}

/** The input that components are created from. */
export interface ComposeInput {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly clock: Clock
  readonly env: Env
  /** What `log` shows: with `-v` the `info` lines, with `-vv` all; nothing if absent. */
  readonly verbosity?: 'info' | 'debug' | undefined
  /** A line for users who passed `-v`, or with `debug` `-vv`. What looks like a secret is masked; pass none. */
  log(line: string, level?: 'info' | 'debug'): void
  /** True once the command is being terminated: from then on nothing is signed or broadcast. */
  isStopping?(): boolean
}

/** All that `src/compose.ts` exports to the command line. */
export type Compose = (input: ComposeInput) => Components

/** An error that no code caught: a bug. A rejection concerns only who made the promise; after an exception nothing is sure. */
export interface UncaughtError {
  readonly kind: 'rejection' | 'exception'
  readonly error: unknown
}

/** How Ctrl-C, `kill` and the time limit end the command. */
export interface Interruption {
  /**
   * From here on the command works on this intent: if it fails, the journal's evidence determines how it ends, with that
   * of those before it about whether anything was sent.
   */
  setIntent(intent: string): void
  /** From here on `conclude` decides how a command that fails or is terminated ends. */
  setConclusion(conclude: (cause: SwapError) => Promise<SwapError>): void
  /** From here on a termination means `pending`, for a transaction that is not an intent of this machine. */
  setPending(pending: SwapError): void
  /** From here on the first signal only calls `end`; a second one has its previous meaning. */
  onEnd(end: () => void): void
  /** From here on `handle` gets what would end the command otherwise: see {@link UncaughtError}. */
  onUncaught(handle: (uncaught: UncaughtError) => void): void
}

export interface Context extends Omit<Components, 'close'> {
  readonly settings: Settings
  readonly out: Out
  readonly prompts: Prompts
  readonly secrets: Secrets
  readonly clock: Clock
  readonly interruption: Interruption
  readonly env: Env
  readonly version: string
  /** The command's own options that are on its command line, by their keys: one that has its default may be among them. */
  readonly typedOptions: ReadonlySet<string>
  /** Help for everything, or for one command; `undefined` if there is no such command. */
  getHelp(name: string | undefined): Promise<string | undefined>
  /** All of standard input. */
  readStdin(): Promise<string>
  /**
   * The network to trade on: from the settings, or from a prompt on a terminal.
   * @throws `USAGE` if none is chosen and no prompt is possible, `NETWORK_NOT_VALID`.
   */
  resolveNetwork(): Promise<NetworkListing>
}

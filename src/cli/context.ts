/** What commands may touch. `src/compose.ts` makes the parts; everything else here is the command line's own. */
import type { Env } from '#cli/env'
import type { Out } from '#cli/out/types'
import type { Prompts } from '#cli/prompts'
import type { Settings } from '#cli/settings/settings'
import type { Accounts, Secrets } from '#domain/accounts'
import type { Indexing } from '#domain/creations'
import type { NetworkListing } from '#domain/network'
import type { Clock } from '#domain/ports'
import type { SandboxControl } from '#domain/sandbox'
import type { Host } from '#domain/server'
import type { Service } from '#domain/service'
import type { TokenBook, Trader } from '#domain/trader'

/** Each part is made when it is first asked for, and once. */
export interface Parts {
  service(): Promise<Service>
  trader(): Promise<Trader>
  tokens(): Promise<TokenBook>
  accounts(): Promise<Accounts>
  sandbox(): Promise<SandboxControl>
  /** What serves others, over what it keeps at `place`: a file or `postgres://…`; our own store where absent. */
  host(place: string | undefined): Promise<Host>
  /** What makes an index of pools, kept at `place` as for `host`. */
  indexing(place: string | undefined): Promise<Indexing>
  /** Closes what was opened: sockets and the store. Called once, at the end of every command. */
  close(): Promise<void>
}

/** What the parts are made from. */
export interface Surroundings {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly clock: Clock
  readonly env: Env
  /** A line for people who asked for it with `-v`; already scrubbed of nothing, so pass no secrets. */
  log(line: string): void
  /** The command is being ended from outside: from here on nothing is signed, and no bytes are handed over. */
  isStopping?(): boolean
}

/** The whole of what `src/compose.ts` exports to the command line. */
export type Compose = (surroundings: Surroundings) => Parts

/** How Ctrl-C, `kill` and the time limit end the command. */
export interface Interruption {
  /** From here on the command works on this intent: however it fails, the journal's evidence says how it ends. */
  worksOn(intent: string): void
  /** From here on the first signal calls `end` and nothing else; a second one means what it meant before. */
  ending(end: () => void): void
}

export interface Context extends Omit<Parts, 'close'> {
  readonly settings: Settings
  readonly out: Out
  readonly prompts: Prompts
  readonly secrets: Secrets
  readonly clock: Clock
  readonly interruption: Interruption
  readonly env: Env
  readonly version: string
  /** Help of everything, or of one command; `undefined` where there is no such command. */
  helpOf(name: string | undefined): Promise<string | undefined>
  /** All of standard input. */
  readInput(): Promise<string>
  /**
   * The network to trade on: from the settings, or asked for on a terminal.
   * @throws `USAGE` where none is chosen and nobody can be asked, `NETWORK_NOT_VALID`.
   */
  network(): Promise<NetworkListing>
}

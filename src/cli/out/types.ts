import type { Redraw } from '#cli/out/redraw'
import type { Screen } from '#cli/out/screen'

/** Values that JSON represents exactly. Amounts and other integers that can exceed 2^53 are strings. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

export interface Notice {
  readonly code: string
  readonly message: string
}

/** The envelope's members around the data, as far as a command knows them. */
export interface ResultMeta {
  readonly network?: string
  readonly chainId?: number
  readonly block?: { readonly number: number; readonly hash: string; readonly time: string }
}

/** The one result of a command, in every output format. */
export interface Result {
  /**
   * The envelope's `data`, as the command's schema describes it. A function is called only if a machine format is
   * requested.
   */
  readonly data: Json | (() => Json)
  /** For people; created only for them. */
  readonly lines: (screen: Screen) => readonly string[]
  /** The lines are for another program, such as a drawing or a schema: none is broken to fit the terminal. */
  readonly isVerbatim?: boolean
  /** The service's own body, for `-o api`. */
  readonly api?: () => Json
  /** For `-o csv`: the first row is the header. */
  readonly table?: readonly (readonly string[])[]
  readonly warnings?: readonly Notice[]
  readonly meta?: ResultMeta
  /** What `status` finds it by, if the `swapId` of its data is not this machine's. */
  readonly reference?: string
  /** Exit status of a command that did its work and found a problem: 16. */
  readonly exit?: number
}

export interface ProgressDisplay {
  update(words: string): void
  stop(): void
}

export interface Out {
  /** Prints the one result on stdout. A command calls it once. */
  printResult(result: Result): void
  /** Prints one of many results while a command watches: one JSON line each in every machine format. */
  printItem(result: Result): void
  /** Draws one of many results in place, if people see it on a terminal; otherwise `undefined`. */
  startRedraw(): Redraw | undefined
  /** Prints lines for people on stderr while the command runs; nothing under `--quiet`. */
  note(lines: (screen: Screen) => readonly string[]): void
  /** Runs `work` with a spinner on stderr; silent if stderr is not a terminal. */
  withSpinner<T>(label: string, work: Promise<T>): Promise<T>
  /** Shows progress on stderr: in place on a terminal, else as occasional lines. */
  startProgress(label: string): ProgressDisplay
  /** The drawing tools of stderr, for prompts. */
  readonly screen: Screen
}

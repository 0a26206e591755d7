import type { Screen } from '#cli/out/screen'

/** Values that JSON can say as they are. Amounts and other integers that can pass 2^53 are strings. */
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

/** What the envelope says around the data, as far as a command knows it. */
export interface ResultMeta {
  readonly network?: string
  readonly chainId?: number
  readonly block?: { readonly number: number; readonly hash: string; readonly time: string }
}

/** The one result of a command, in every form it can be asked in. */
export interface Result {
  /** The envelope's `data`: what the command's schema describes. As a function, made only when a machine reads it. */
  readonly data: Json | (() => Json)
  /** For a person; made only when a person reads it. */
  readonly lines: (screen: Screen) => readonly string[]
  /** The service's own body, for `-o api`. */
  readonly api?: () => Json
  /** For `-o csv`: the first row is the header. */
  readonly table?: readonly (readonly string[])[]
  readonly warnings?: readonly Notice[]
  readonly meta?: ResultMeta
  /** Exit status of a command that did its work and found something wrong: 16. */
  readonly exit?: number
}

export interface Progress {
  tell(words: string): void
  stop(): void
}

export interface Out {
  /** The one result, on stdout. A command calls it once. */
  result(result: Result): void
  /** One of many results while a command watches: a line of JSON each in every machine form. */
  item(result: Result): void
  /** Lines for a person while the command goes on, on stderr; nothing under `--quiet`. */
  note(lines: (screen: Screen) => readonly string[]): void
  /** Runs `work` under a spinner on stderr; silent where stderr is no terminal. */
  during<T>(label: string, work: Promise<T>): Promise<T>
  /** Says on stderr how far something has come: in place on a terminal, else as a line now and then. */
  progress(label: string): Progress
  /** The drawing tools of stderr, for questions. */
  readonly screen: Screen
}

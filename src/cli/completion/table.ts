/** Every word that completion offers without reading anything of the user's: one table, which the build writes. */

/** What a value names, if it is one of the user's own things or of a long list. */
export type WordKind =
  | 'network'
  | 'token'
  | 'account'
  | 'quote'
  | 'intent'
  | 'profile'
  | 'setting'
  | 'setting-value'
  | 'subject'
  | 'schema'
  | 'file'
  | 'folder'

/** A word and, where the shell shows it, what it is. */
export interface OfferedWord {
  readonly word: string
  readonly about: string
}

/** The words that fit as one value. */
export interface ValueWords {
  readonly kinds: readonly WordKind[]
  readonly choices: readonly string[]
}

export interface ArgumentWords extends ValueWords {
  /** It takes all remaining words. */
  readonly isRest: boolean
}

export interface OptionWords {
  /** Every spelling, long ones last: `-n`, `--network`. */
  readonly flags: readonly string[]
  readonly about: string
  /** `undefined` for an option without a value. */
  readonly value: ValueWords | undefined
  readonly isRepeatable: boolean
  /** The setting it sets; options of one setting are given once. */
  readonly setting: string | undefined
}

export interface CommandWords {
  readonly word: string
  readonly about: string
  /** Of the command, or of a group's default command. */
  readonly arguments: readonly ArgumentWords[]
  readonly options: readonly OptionWords[]
  readonly commands: readonly CommandWords[]
}

export interface NetworkWords {
  readonly name: string
  readonly title: string
  readonly chainId: number | null
  /** A sandbox that plays another network. */
  readonly isPlayed: boolean
  readonly tokens: readonly OfferedWord[]
}

export interface SettingWords extends ValueWords {
  readonly name: string
  readonly about: string
}

export interface CompletionTable {
  readonly commands: readonly CommandWords[]
  /** Options of every command. */
  readonly options: readonly OptionWords[]
  readonly networks: readonly NetworkWords[]
  readonly settings: readonly SettingWords[]
  readonly topics: readonly string[]
  /** Subjects of `schema`, each as one word. */
  readonly schemas: readonly string[]
}

import type { z } from 'zod'
import type { WordKind } from '#cli/completion/table'
import type { Context } from '#cli/context'
import type { SettingName } from '#cli/settings/table'

/** One positional argument, in the order of the record; its key is its name in help. */
export interface Argument<T> {
  readonly about: string
  readonly parse: (text: string) => T
  /** The prompt on a terminal if it is missing. */
  readonly ask?: string
  readonly optional?: true
  /** Takes all remaining words. Only the last argument can. */
  readonly rest?: true
  /** What the shell completes here, if neither the parser nor the name says it. */
  readonly completes?: WordKind | readonly WordKind[]
}

/** One option with a value: its flag as shown in help, its purpose, and its parser, which determines the type. */
export interface Option<T> {
  readonly flag: string
  readonly about: string
  readonly parse: (text: string) => T
  readonly fallback?: string
  readonly repeat?: true
  /** What the flag means without a value, if that is allowed: `--private [endpoint]`. */
  readonly bare?: string
  /** As for `Argument`. */
  readonly completes?: WordKind | readonly WordKind[]
  /** The setting it sets: the command reads the settings, so a variable or the config file may set it as well. */
  readonly setting?: SettingName
  /** The flag's previous name; still accepted, but not shown. */
  readonly formerly?: string
}

/** An option without a value. */
export interface Switch {
  readonly flag: string
  readonly about: string
  readonly setting?: SettingName
  /** As for `Option`. */
  readonly formerly?: string
}

type Arguments = Readonly<Record<string, Argument<unknown>>>
type Options = Readonly<Record<string, Option<unknown> | Switch>>

type ParsedOption<S> = S extends { readonly parse: (text: string) => infer T }
  ? S extends { readonly repeat: true } | { readonly rest: true }
    ? readonly T[]
    : S extends { readonly optional: true }
      ? T | undefined
      : S extends { readonly flag: string }
        ? S extends { readonly fallback: string }
          ? T
          : T | undefined
        : T
  : boolean

/** The input of a command's `run`: a value for each argument and option, by its key. */
export type Input<A, O> = { readonly [K in keyof A]: ParsedOption<A[K]> } & {
  readonly [K in keyof O]: ParsedOption<O[K]>
}

/** The group under which help lists a command. */
export type HelpGroup = 'Trade' | 'Look' | 'Accounts and settings' | 'Sandbox' | 'More'

/** The words of a call, of which none has been parsed. */
export interface TypedCall {
  readonly words: readonly string[]
  /** By the key of the option in its command file. */
  readonly options: ReadonlyMap<string, string | boolean | readonly string[]>
}

export interface CommandFile<A extends Arguments = Arguments, O extends Options = Options> {
  /** The word, or `group-word` for a command in a group; also its schema's name. */
  readonly name: string
  /** The words as typed, if one of them has a hyphen: `wallet add-watch`. */
  readonly words?: string
  readonly about: string
  readonly group?: HelpGroup
  /** Without the program's name. */
  readonly examples: readonly string[]
  readonly arguments: A
  readonly options: O
  /** It can send a transaction, always or with one of these options: its failures then state whether one was sent. */
  readonly sends?: true | readonly (keyof O)[]
  /**
   * Says by the words as typed what an earlier run of the same call may have signed, as `nameEarlier` of `cli/request` does:
   * a call whose words cannot be read does not deny it.
   */
  readonly nameEarlier?: (context: Context, typed: TypedCall) => void
  /** With these words it works on one network, which has to be chosen. */
  readonly needsNetwork?: (words: readonly string[]) => boolean
  /** The network that an argument names, to which `--rpc-url` and the like then apply. */
  networkOf?(input: Input<A, O>): string | undefined
  /** Output formats in addition to `human`, `json` and `jsonl`. */
  readonly forms?: readonly ('csv' | 'api')[]
  /** It runs until it is stopped, and then shuts down in order; it has no time limit unless one is given. */
  readonly endless?: true
  /** It repairs or shows the config file, so it runs with a broken one. */
  readonly toleratesBadConfig?: true
  /** Of the envelope's `data`. Loaded on demand. */
  readonly schema: () => Promise<z.ZodType>
  // A method, so that commands with different inputs fit into one list.
  run(context: Context, input: Input<A, O>): Promise<void>
}

/** Commands under one word: `wallet new`, `wallet list`. May be nested: `serve keys add`. */
export interface GroupFile {
  /** Named like a command. */
  readonly name: string
  readonly about: string
  readonly group: HelpGroup
  readonly commands: readonly AnyCommand[]
  /** The command if no subcommand follows. */
  readonly defaultCommand?: CommandFile
}

export type AnyCommand = CommandFile | GroupFile

export const isGroup = (command: AnyCommand): command is GroupFile => 'commands' in command

/** The runnable commands: itself, or those of a group. */
export const leavesOf = (command: AnyCommand): readonly CommandFile[] =>
  isGroup(command)
    ? [...(command.defaultCommand === undefined ? [] : [command.defaultCommand]), ...command.commands.flatMap(leavesOf)]
    : [command]

/** A command as typed: `wallet new`. */
export const wordsOf = ({ name, words }: Pick<CommandFile, 'name' | 'words'>): string =>
  words ?? name.replaceAll('-', ' ')

export const defineCommand = <const A extends Arguments, const O extends Options>(
  command: CommandFile<A, O>,
): CommandFile<A, O> => command

export const defineGroup = (group: GroupFile): GroupFile => group

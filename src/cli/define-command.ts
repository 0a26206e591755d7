import type { z } from 'zod'
import type { Context } from '#cli/context'
import type { SettingName } from '#cli/settings/table'

/** One positional argument, in the order of the record: `<name>` in help is its key. */
export interface Argument<T> {
  readonly about: string
  readonly parse: (text: string) => T
  /** What is asked on a terminal when it is missing. */
  readonly ask?: string
  readonly optional?: true
  /** Takes every further word. Only the last argument can. */
  readonly rest?: true
}

/** One option with a value: its flag as shown in help, what it is for, and the parser that gives it its type. */
export interface Option<T> {
  readonly flag: string
  readonly about: string
  readonly parse: (text: string) => T
  readonly fallback?: string
  readonly repeat?: true
  /** The setting that it says: the command asks the settings for it, so a variable or the config file may say it as well. */
  readonly setting?: SettingName
  /** What the flag was called in the version before; taken still, and not shown. */
  readonly formerly?: string
}

/** An option without a value. */
export interface Switch {
  readonly flag: string
  readonly about: string
  readonly setting?: SettingName
}

type Arguments = Readonly<Record<string, Argument<unknown>>>
type Options = Readonly<Record<string, Option<unknown> | Switch>>

type Given<S> = S extends { readonly parse: (text: string) => infer T }
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

/** What a command's `run` gets: a value for each argument and option, by its key. */
export type Input<A, O> = { readonly [K in keyof A]: Given<A[K]> } & { readonly [K in keyof O]: Given<O[K]> }

/** Where help lists a command. */
export type HelpGroup = 'Trade' | 'Look' | 'Accounts and settings' | 'Sandbox' | 'More'

export interface CommandFile<A extends Arguments = Arguments, O extends Options = Options> {
  /** The word, or `group-word` of a command in a group; also its schema's name. */
  readonly name: string
  readonly about: string
  readonly group?: HelpGroup
  /** Without the program's name. */
  readonly examples: readonly string[]
  readonly arguments: A
  readonly options: O
  /** It can send a transaction: its failures say whether one went out. */
  readonly sends?: true
  /** It trades on one network, which has to be chosen. */
  readonly onNetwork?: true
  /** The network that an argument names, for which `--rpc-url` and the like are then meant. */
  networkOf?(input: Input<A, O>): string | undefined
  /** The forms of output it has besides `human`, `json` and `jsonl`. */
  readonly forms?: readonly ('csv' | 'api')[]
  /** It goes on until it is told to end, which is then done in order; no time limit holds unless one is given. */
  readonly endless?: true
  /** It mends or shows the config file, so it runs with a broken one. */
  readonly mendsConfig?: true
  /** Of the envelope's `data`. Loaded when somebody asks for it. */
  readonly schema: () => Promise<z.ZodType>
  // A method, so that commands with different inputs can stand in one list.
  run(context: Context, input: Input<A, O>): Promise<void>
}

/** Commands under one word: `wallet new`, `wallet list`. Under a word of these there may be more: `serve keys add`. */
export interface GroupFile {
  /** As a command's name. */
  readonly name: string
  readonly about: string
  readonly group: HelpGroup
  readonly commands: readonly AnyCommand[]
  /** What the word does where none of them follows. */
  readonly alone?: CommandFile
}

export type AnyCommand = CommandFile | GroupFile

export const isGroup = (command: AnyCommand): command is GroupFile => 'commands' in command

/** The commands that can be run: itself, or those of a group. */
export const leavesOf = (command: AnyCommand): readonly CommandFile[] =>
  isGroup(command)
    ? [...(command.alone === undefined ? [] : [command.alone]), ...command.commands.flatMap(leavesOf)]
    : [command]

/** A command as it is typed: `wallet new`. */
export const wordsOf = ({ name }: Pick<CommandFile, 'name'>): string => name.replaceAll('-', ' ')

export const defineCommand = <const A extends Arguments, const O extends Options>(
  command: CommandFile<A, O>,
): CommandFile<A, O> => command

export const defineGroup = (group: GroupFile): GroupFile => group

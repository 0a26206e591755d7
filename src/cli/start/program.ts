/** Parses argv to a call of one command, by commander. Values are still words here; `input.ts` parses them. */
import { Command, CommanderError, Option } from 'commander'
import { type AnyCommand, type CommandFile, isGroup, type TypedCall, wordsOf } from '#cli/define-command'
import { addGlobalFlags, readFlags } from '#cli/settings/flags'
import type { Flags } from '#cli/settings/resolve'
import { fail, type SwapError } from '#domain/errors'

/** A command with its words. */
export interface CommandCall extends TypedCall {
  readonly command: CommandFile
}

/** What argv contains, before any command is loaded. */
export interface ScannedArgs {
  /** The command and the plain words after it, as far as the flags of every command reveal them. */
  readonly words: readonly string[]
  /** The rest: the command's own flags, or unknown flags. */
  readonly unknown: readonly string[]
  readonly flags: Flags
  readonly wantsHelp: boolean
}

/** @throws CommanderError if a flag of every command lacks its value */
export function scanArgs(argv: readonly string[]): ScannedArgs {
  const globals = addGlobalFlags(silence(new Command()))
  const { operands, unknown } = globals.parseOptions([...argv])
  const wantsHelp = unknown.includes('--help') || unknown.includes('-h')
  return { words: operands, unknown, flags: readFlags(globals), wantsHelp }
}

/**
 * The program for commander: `loaded` in full, the other names for suggestions only.
 * @throws CommanderError if argv is invalid or asks for help
 */
export function parseArgs(
  argv: readonly string[],
  program: { readonly names: readonly string[]; readonly loaded: readonly AnyCommand[] },
  print: (help: string) => void,
): CommandCall | undefined {
  let call: CommandCall | undefined
  const root = addGlobalFlags(silence(new Command('swapline'), print))
    .usage('<command> [arguments] [options]')
    .helpCommand(false)
  const choose = (chosen: CommandCall): void => {
    call = chosen
  }
  for (const command of program.loaded) addCommand(root, command, choose)
  const stubs = program.names.filter((name) => !program.loaded.some((command) => command.name === name))
  for (const name of stubs) root.command(name)
  root.parse([...argv], { from: 'user' })
  return call
}

function addCommand(parent: Command, command: AnyCommand, choose: (call: CommandCall) => void): void {
  const words = wordsOf(command)
  const word = words.slice(words.lastIndexOf(' ') + 1)
  const made = parent.command(word).description(command.about)
  if (!isGroup(command)) {
    describeLeaf(made, command, choose)
    return
  }
  made.helpGroup(`${command.group}:`).helpCommand(false)
  if (command.defaultCommand !== undefined) describeLeaf(made, command.defaultCommand, choose)
  for (const member of command.commands) addCommand(made, member, choose)
}

function describeLeaf(leaf: Command, command: CommandFile, choose: (call: CommandCall) => void): void {
  leaf.usage(`${usageOf(command)} [options]`.trim())
  if (command.group !== undefined) leaf.helpGroup(`${command.group}:`)
  for (const [name, { about, rest }] of Object.entries(command.arguments))
    leaf.argument(rest ? `[${name}...]` : `[${name}]`, about)
  for (const spec of Object.values(command.options)) {
    const fallback = 'fallback' in spec ? ` (default ${spec.fallback})` : ''
    const option = new Option(spec.flag, `${spec.about}${fallback}`)
    if ('repeat' in spec) option.argParser((text: string, before: readonly string[] = []) => [...before, text])
    leaf.addOption(option)
    if ('formerly' in spec) leaf.addOption(new Option(spec.formerly ?? '').hideHelp())
  }
  const examples = command.examples.map((line) => `  swapline ${line}`).join('\n')
  leaf.addHelpText(
    'after',
    `${examples === '' ? '' : `\nExamples:\n${examples}\n`}\nOptions of every command: swapline --help`,
  )
  leaf.action(() => choose({ command, words: leaf.args, options: collectOptions(command, leaf) }))
}

/** `<amount> <sell> [more…]`, as help and errors show it. */
export function usageOf(command: CommandFile): string {
  return Object.entries(command.arguments)
    .map(([name, { optional, rest }]) => (rest ? `[${name}...]` : optional ? `[${name}]` : `<${name}>`))
    .join(' ')
}

/** A word may also match an option of the group's own command (`serve --db`); commander then assigns it to that one. */
function collectOptions(command: CommandFile, leaf: Command): CommandCall['options'] {
  const given: Readonly<Record<string, unknown>> = leaf.optsWithGlobals()
  const options = new Map<string, string | boolean | readonly string[]>()
  for (const [key, spec] of Object.entries(command.options)) {
    const flags = 'formerly' in spec && spec.formerly !== undefined ? [spec.flag, spec.formerly] : [spec.flag]
    const attributes = flags.map((flag) => new Option(flag).attributeName())
    const attribute = attributes.find((name) => leaf.getOptionValueSourceWithGlobals(name) === 'cli')
    if (attribute === undefined) continue
    const value = given[attribute]
    // `--no-wait` is given when commander says that `wait` is false.
    if (typeof value === 'boolean') options.set(key, true)
    else options.set(key, Array.isArray(value) ? value.map(String) : String(value))
  }
  return options
}

/** The flags of every command, and those of this one that are settings. */
export function mergeSettingFlags(flags: Flags, { command, options }: CommandCall): Flags {
  const said = Object.entries(command.options).flatMap(([key, { setting }]) => {
    const value = options.get(key)
    if (setting === undefined || value === undefined) return []
    return [[setting, typeof value === 'object' ? value : [String(value)]] as const]
  })
  return new Map([...flags, ...said])
}

/** Whether the profile is attached to its letter, as other programs take a password: `-pname`. */
export const isAttachedProfile = (argv: readonly string[], profile: string): boolean =>
  argv.some((word) => /^-[a-z]*p./i.test(word) && word.endsWith(profile))

/** Stops commander from printing errors and ending the process: that is for `main.ts`. */
function silence(command: Command, print: (help: string) => void = () => undefined): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => undefined, outputError: () => undefined })
}

/** Converts commander's error to ours; `undefined` if it only reports that help was shown. */
export function toUsageFailure(error: CommanderError, words: readonly string[]): SwapError<'USAGE'> | undefined {
  if (error.code === 'commander.helpDisplayed') return undefined
  if (error.code === 'commander.help')
    return fail('USAGE', { reason: `"${words.join(' ')}" needs one more word.`, fix: `swapline ${words[0]} --help` })
  const [message = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const [, near] = /\(Did you mean (.+)\?\)/.exec(hint ?? '') ?? []
  const safe = error.code === 'commander.unknownOption' ? withoutValue(message) : message
  const reason = `${safe.slice(0, 1).toUpperCase()}${safe.slice(1)}`
  return fail('USAGE', {
    reason: /[.?!]$/.test(reason) ? reason : `${reason}.`,
    ...(near === undefined ? {} : { fix: `did you mean ${near}?` }),
  })
}

/** What stands behind an option that is not known, or is attached to its letter, may be a password. */
const withoutValue = (message: string): string =>
  message
    .replace(/(?<= '--[\w-]*)[^\w'-].*$/s, (value) => `${value.slice(0, 1)}…'`)
    .replace(/(?<= '-[^-]).+$/s, (rest) => (rest === "'" ? rest : "…'"))

export const isUsageError = (error: unknown): error is CommanderError => error instanceof CommanderError

/** argv to a call of one command, by commander. Values are still words here; `input.ts` reads them. */
import { Command, CommanderError, Option } from 'commander'
import { type AnyCommand, type CommandFile, isGroup } from '#cli/define-command'
import { addGlobalFlags, flagsOf } from '#cli/settings/flags'
import type { Flags } from '#cli/settings/resolve'
import { fail, type SwapError } from '#domain/errors'

/** A command with the words it was given. */
export interface Call {
  readonly command: CommandFile
  readonly words: readonly string[]
  /** By the key of the option in its command file. */
  readonly options: ReadonlyMap<string, string | boolean | readonly string[]>
}

/** What argv says before any command is loaded. */
export interface Scan {
  /** The command and the plain words after it, as far as flags of every command allow to tell. */
  readonly words: readonly string[]
  /** The rest: the command's own flags, or flags that nobody knows. */
  readonly unknown: readonly string[]
  readonly flags: Flags
  readonly wantsHelp: boolean
}

/** @throws CommanderError where a flag of every command lacks its value */
export function scan(argv: readonly string[]): Scan {
  const globals = addGlobalFlags(silent(new Command()))
  const { operands, unknown } = globals.parseOptions([...argv])
  const wantsHelp = unknown.includes('--help') || unknown.includes('-h')
  return { words: operands, unknown, flags: flagsOf(globals), wantsHelp }
}

/**
 * The program as commander knows it: `loaded` in full, the other names for suggestions only.
 * @throws CommanderError where argv does not fit, and where it asks for help
 */
export function parse(
  argv: readonly string[],
  program: { readonly names: readonly string[]; readonly loaded: readonly AnyCommand[] },
  print: (help: string) => void,
): Call | undefined {
  let call: Call | undefined
  const root = addGlobalFlags(silent(new Command('swapline'), print))
    .usage('<command> [arguments] [options]')
    .helpCommand(false)
  const choose = (chosen: Call): void => {
    call = chosen
  }
  for (const command of program.loaded) addCommand(root, command, choose)
  const stubs = program.names.filter((name) => !program.loaded.some((command) => command.name === name))
  for (const name of stubs) root.command(name)
  root.parse([...argv], { from: 'user' })
  return call
}

function addCommand(parent: Command, command: AnyCommand, choose: (call: Call) => void): void {
  const word = command.name.slice(command.name.lastIndexOf('-') + 1)
  const made = parent.command(word).description(command.about)
  if (!isGroup(command)) {
    describeLeaf(made, command, choose)
    return
  }
  made.helpGroup(`${command.group}:`).helpCommand(false)
  if (command.alone !== undefined) describeLeaf(made, command.alone, choose)
  for (const member of command.commands) addCommand(made, member, choose)
}

function describeLeaf(leaf: Command, command: CommandFile, choose: (call: Call) => void): void {
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
  leaf.action(() => choose({ command, words: leaf.args, options: optionWords(command, leaf) }))
}

/** `<amount> <sell> [more…]`, as help and errors show it. */
export function usageOf(command: CommandFile): string {
  return Object.entries(command.arguments)
    .map(([name, { optional, rest }]) => (rest ? `[${name}...]` : optional ? `[${name}]` : `<${name}>`))
    .join(' ')
}

/** A word may mean an option of the group's own command as well (`serve --db`), and commander then gives it to that one. */
function optionWords(command: CommandFile, leaf: Command): Call['options'] {
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
export function settingFlags(flags: Flags, { command, options }: Call): Flags {
  const said = Object.entries(command.options).flatMap(([key, { setting }]) => {
    const value = options.get(key)
    if (setting === undefined || value === undefined) return []
    return [[setting, typeof value === 'object' ? value : [String(value)]] as const]
  })
  return new Map([...flags, ...said])
}

/** commander neither prints errors nor ends the process: that is for `main.ts`. */
function silent(command: Command, print: (help: string) => void = () => undefined): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => undefined, outputError: () => undefined })
}

/** commander's complaint in the house's form; `undefined` where it only says that help was shown. */
export function usageFailure(error: CommanderError, words: readonly string[]): SwapError | undefined {
  if (error.code === 'commander.helpDisplayed') return undefined
  if (error.code === 'commander.help')
    return fail('USAGE', { reason: `"${words.join(' ')}" needs one more word.`, fix: `swapline ${words[0]} --help` })
  const [message = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const [, near] = /\(Did you mean (.+)\?\)/.exec(hint ?? '') ?? []
  const reason = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`
  return fail('USAGE', {
    reason: /[.?!]$/.test(reason) ? reason : `${reason}.`,
    fix: near === undefined ? 'swapline --help' : `did you mean ${near}?`,
  })
}

export const isUsageError = (error: unknown): error is CommanderError => error instanceof CommanderError

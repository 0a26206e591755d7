/** The flags of every command, generated from the table of settings. */
import { type Command, Option } from 'commander'
import type { Flags } from '#cli/settings/resolve'
import { getSetting, listSettingNames, type SettingName } from '#cli/settings/table'

/** Short forms of settings. */
export const shorthands: readonly {
  readonly flag: string
  readonly about: string
  readonly name: SettingName
  readonly word: string
}[] = [
  { flag: '--json', about: 'same as --output json', name: 'output.format', word: 'json' },
  { flag: '--no-color', about: 'same as --color never', name: 'output.color', word: 'never' },
]

export const verboseFlag = { flag: '-v, --verbose', about: 'log more on stderr; -vv logs most' } as const

export function addGlobalFlags(command: Command): Command {
  for (const name of listSettingNames()) {
    const { flag, about, flagAbout, repeat } = getSetting(name)
    if (flag === undefined) continue
    const option = new Option(flag, flagAbout ?? about)
    if (repeat) option.argParser((word: string, before: readonly string[] = []) => [...before, word])
    command.addOption(option)
  }
  for (const { flag, about } of shorthands) command.addOption(new Option(flag, about))
  command.addOption(new Option(verboseFlag.flag, verboseFlag.about))
  let loudness = 0
  return command.on('option:verbose', () => {
    loudness += 1
    command.setOptionValueWithSource('verbose', loudness, 'cli')
  })
}

/** The flags' values, as words: the table's parsers read them like those of any other source. */
export function readFlags(command: Command): Flags {
  const flags = new Map<SettingName, readonly string[]>()
  for (const name of listSettingNames()) {
    const { flag } = getSetting(name)
    if (flag === undefined) continue
    const value = getGivenValue(command, new Option(flag).attributeName())
    if (value !== undefined) flags.set(name, toWords(value))
  }
  if (getGivenValue(command, 'json') === true) flags.set('output.format', ['json'])
  if (getGivenValue(command, 'color') === false) flags.set('output.color', ['never'])
  const loudness = getGivenValue(command, 'verbose')
  if (loudness !== undefined) flags.set('log.level', [Number(loudness) > 1 ? 'debug' : 'info'])
  return flags
}

const getGivenValue = (command: Command, attribute: string): unknown =>
  command.getOptionValueSource(attribute) === 'cli' ? command.getOptionValue(attribute) : undefined

/** A flag without a value was either given or not: `--no-input` is given when commander says false. */
function toWords(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return [typeof value === 'boolean' ? 'true' : String(value)]
}

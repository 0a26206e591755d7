/** Writes the table of completion from the table of commands. Loads every command, so only the build and tests use it. */

import type {
  ArgumentWords,
  CommandWords,
  CompletionTable,
  NetworkWords,
  OptionWords,
  SettingWords,
} from '#cli/completion/table'
import { readFlag, valueWords } from '#cli/completion/value-words'
import { type AnyCommand, type CommandFile, isGroup, wordsOf } from '#cli/define-command'
import { topicNames } from '#cli/help/topics'
import { loadAllCommands } from '#cli/load-commands'
import { listSchemaSubjects } from '#cli/schemas/subjects'
import { listStoredNames } from '#cli/settings/config-file'
import { shorthands, verboseFlag } from '#cli/settings/flags'
import { getSetting, isSettingName, listSettingNames, networkSettingTable, type SettingName } from '#cli/settings/table'
import type { NetworkListing } from '#domain/network'
import { allNetworks, listPlayedNetworks } from '#networks/find'

export async function createCompletionTable(): Promise<CompletionTable> {
  const commands = await loadAllCommands()
  return {
    commands: commands.map(toCommandWords),
    options: listGlobalOptions(),
    networks: [
      ...allNetworks().map((listing) => toNetworkWords(listing, false)),
      ...listPlayedNetworks().map((listing) => toNetworkWords(listing, true)),
    ],
    settings: listSettingWords(),
    topics: topicNames,
    schemas: await listSchemaSubjects(),
  }
}

function toCommandWords(command: AnyCommand): CommandWords {
  const words = isGroup(command) ? command.name.replaceAll('-', ' ') : wordsOf(command)
  const word = words.slice(words.lastIndexOf(' ') + 1)
  const { about } = command
  if (!isGroup(command)) return { word, about, ...leafWords(command), commands: [] }
  const { defaultCommand } = command
  const own = defaultCommand === undefined ? { arguments: [], options: [] } : leafWords(defaultCommand)
  return { word, about, ...own, commands: command.commands.map(toCommandWords) }
}

function leafWords(command: CommandFile): Pick<CommandWords, 'arguments' | 'options'> {
  const listed: readonly ArgumentWords[] = Object.entries(command.arguments).map(([key, argument]) => ({
    ...valueWords(argument, key),
    isRest: argument.rest === true,
  }))
  const options = Object.values(command.options).map((option): OptionWords => {
    const { flags, placeholder } = readFlag(option.flag)
    return {
      flags,
      about: option.about,
      value: 'parse' in option ? valueWords(option, placeholder) : undefined,
      isRepeatable: 'repeat' in option,
      setting: option.setting,
    }
  })
  return { arguments: listed, options }
}

function listGlobalOptions(): readonly OptionWords[] {
  const fromSettings = listSettingNames().flatMap((name): readonly OptionWords[] => {
    const row = getSetting(name)
    if (row.flag === undefined) return []
    const { flags, placeholder } = readFlag(row.flag)
    const value = placeholder === '' ? undefined : valueWords(row, placeholder)
    return [{ flags, about: row.flagAbout ?? row.about, value, isRepeatable: row.repeat === true, setting: name }]
  })
  const plain = (flag: string, about: string, setting?: SettingName): OptionWords => ({
    flags: readFlag(flag).flags,
    about,
    value: undefined,
    isRepeatable: false,
    setting,
  })
  return [
    ...fromSettings,
    ...shorthands.map(({ flag, about, name }) => plain(flag, about, name)),
    plain(verboseFlag.flag, verboseFlag.about, 'log.level'),
    plain('-h, --help', 'help of a command'),
    plain('-V, --version', 'print the version'),
  ]
}

const toNetworkWords = ({ name, title, chainId, entry }: NetworkListing, isPlayed: boolean): NetworkWords => ({
  name,
  title,
  chainId,
  isPlayed,
  tokens:
    entry === undefined
      ? []
      : [
          { word: entry.native.symbol, about: 'native currency' },
          ...entry.tokens.map(({ symbol, name: about = symbol }) => ({ word: symbol, about })),
        ],
})

/** Those of the config file; of the settings of a network, one row for all of them. */
function listSettingWords(): readonly SettingWords[] {
  const ofNetwork = Object.entries(networkSettingTable).map(([key, row]): SettingWords => {
    const { about } = row
    return { name: `networks.<name>.${key}`, about, ...valueWords(row, key) }
  })
  const stored = listStoredNames().filter(isSettingName)
  return [
    ...stored.map((name): SettingWords => {
      const row = getSetting(name)
      const placeholder = row.flag === undefined ? name : readFlag(row.flag).placeholder
      return { name, about: row.about, ...valueWords(row, placeholder) }
    }),
    ...ofNetwork,
  ]
}

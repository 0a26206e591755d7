/** Decides every setting: flag, then SWAPLINE_*, profile, config file, other tools' variables, built-in. */
import type { Env } from '#cli/env'
import { takenEndpoint } from '#cli/parse/url'
import { type ConfigFile, reasonOf, storedSetting } from '#cli/settings/config-file'
import { pathsOf } from '#cli/settings/paths'
import { variableOf } from '#cli/settings/setting'
import type { Origin, Saying, Settings } from '#cli/settings/settings'
import {
  anySetting,
  isSettingName,
  networkSettingTable,
  type SettingName,
  type SettingValue,
  settingTable,
} from '#cli/settings/table'
import { fail, SwapError } from '#domain/errors'
import type { NetworkName } from '#domain/units'

/** The words of the flags, by the setting they say. */
export type Flags = ReadonlyMap<SettingName, readonly string[]>

export interface Sources {
  readonly flags: Flags
  readonly env: Env
  readonly file: ConfigFile
}

/** @throws `USAGE`, when first asked for a value that a flag or variable says wrongly. */
export function createSettings(sources: Sources): Settings {
  const profile = decided('currentProfile', sayings('currentProfile', { ...sources, profile: '' }))
  const all = { ...sources, profile }
  const get = <K extends SettingName>(name: K): SettingValue<K> => decided(name, sayings(name, all))

  return {
    get,
    said(key) {
      storedSetting(key)
      return isSettingName(key) ? sayings(key, all) : networkSayings(key, all)
    },
    isByFlag: (name) => sources.flags.has(name),
    networkKeys: [...(sources.file.profiles.get(profile)?.keys() ?? []), ...sources.file.values.keys()].filter(
      (key, i, keys) => key.startsWith('networks.') && keys.indexOf(key) === i,
    ),
    rpc: (network) => endpoints(network, all, chosenNetwork(get('network'))),
    confirmations(network) {
      const words = networkSayings(`networks.${network}.confirmations`, all)[0]?.words[0]
      return words === undefined ? undefined : networkSettingTable.confirmations.parse(words)
    },
    profile,
    paths: pathsOf({ config: get('config'), stateDir: get('stateDir'), keystoreDir: get('keystoreDir') }, sources.env),
  }
}

type AllSources = Sources & { readonly profile: string }

/** Every place that says something about `name`, strongest first. */
export function sayings(name: SettingName, { flags, env, file, profile }: AllSources): readonly Saying[] {
  const row = anySetting(name)
  const variable = (key: string | undefined, source: Origin['source']): readonly Saying[] => {
    const text = key === undefined ? undefined : env[key]
    if (key === undefined || text === undefined || text === '') return []
    return [{ origin: { source, where: key }, words: row.repeat ? text.split(/[,\s]+/) : [text] }]
  }
  const said = (origin: Origin, words: readonly string[] | undefined): readonly Saying[] =>
    words === undefined ? [] : [{ origin, words }]

  return [
    ...said({ source: 'flag', where: row.flag ?? '' }, flags.get(name)),
    ...variable(variableOf(name, row), 'environment'),
    ...said({ source: 'profile', where: profile }, file.profiles.get(profile)?.get(name)),
    ...said({ source: 'config', where: file.path }, file.values.get(name)),
    ...(row.foreign ?? []).flatMap((key) => variable(key, 'foreign environment')),
    ...said({ source: 'built-in', where: 'default' }, row.fallback === undefined ? undefined : [row.fallback]),
  ]
}

function decided<K extends SettingName>(name: K, said: readonly Saying[]): SettingValue<K> {
  const row = anySetting(name)
  const [first] = said
  const values = (first?.words ?? []).map((word) => parsed(word, name, first))
  // The table's own row made the value, so it has the type that the table says.
  return (row.repeat ? values : values[0]) as SettingValue<K>
}

function parsed(word: string, name: SettingName, saying: Saying | undefined): unknown {
  const row = anySetting(name)
  const outside = saying !== undefined && ['flag', 'environment', 'foreign environment'].includes(saying.origin.source)
  try {
    const value = row.parse(word)
    return row.inverse && outside ? value !== true : value
  } catch (error) {
    if (error instanceof SwapError && outside)
      throw fail('USAGE', { reason: `${saying.origin.where}: ${reasonOf(error)}`, fix: 'swapline help environment' })
    throw error
  }
}

/** A flag or a plain variable speaks of the network that is traded on, and of no other. */
function endpoints(network: NetworkName, all: AllSources, chosen: string | undefined): readonly string[] {
  const general = sayings('rpcUrl', all)
  const from = (source: Origin['source']): readonly string[] =>
    chosen !== undefined && chosen !== network
      ? []
      : general.filter(({ origin }) => origin.source === source).flatMap(({ words }) => words)
  const own = (all.env[`SWAPLINE_RPC_URL_${network.toUpperCase()}`] ?? '').split(/[,\s]+/).filter((url) => url !== '')
  const stored = networkSayings(`networks.${network}.rpc`, all)[0]?.words ?? []

  const [first = []] = [from('flag'), own, from('environment'), stored, from('foreign environment')].filter(
    (urls) => urls.length > 0,
  )
  const allowsHttp = decided('allowHttpRpc', sayings('allowHttpRpc', all))
  const urls = first.map((url) => settingTable.rpcUrl.parse(url))
  try {
    return urls.map((url) => takenEndpoint(url, allowsHttp))
  } catch (error) {
    if (first !== stored || !(error instanceof SwapError)) throw error
    throw fail('CONFIG_INVALID', { path: all.file.path, reason: `networks.${network}.rpc: ${reasonOf(error)}` })
  }
}

const chosenNetwork = (said: string | undefined): string | undefined => (/^\d+$/.test(said ?? '') ? undefined : said)

/** The profile and the file about one key of one network. */
function networkSayings(key: string, { file, profile }: AllSources): readonly Saying[] {
  const ofProfile = file.profiles.get(profile)?.get(key)
  const ofFile = file.values.get(key)
  return [
    ...(ofProfile === undefined ? [] : [{ origin: { source: 'profile', where: profile } as const, words: ofProfile }]),
    ...(ofFile === undefined ? [] : [{ origin: { source: 'config', where: file.path } as const, words: ofFile }]),
  ]
}

/** Resolves every setting: flag, then SWAPLINE_*, profile, config file, other tools' variables, built-in. */

import { requireSafeEndpoint } from '#cli/parse/url'
import { type ConfigFile, findStoredSetting, reasonOf } from '#cli/settings/config-file'
import { resolvePaths } from '#cli/settings/paths'
import { variableOf } from '#cli/settings/setting'
import type { SettingOrigin, SettingSource, Settings } from '#cli/settings/settings'
import {
  getSetting,
  isSettingName,
  networkSettingTable,
  type SettingName,
  type SettingValue,
  settingTable,
} from '#cli/settings/table'
import { fail, isFailure, SwapError } from '#domain/errors'
import type { NetworkName } from '#domain/units'
import type { Env } from '#system/env'

/** The words of the flags, by the setting they set. */
export type Flags = ReadonlyMap<SettingName, readonly string[]>

export interface SettingsInput {
  readonly flags: Flags
  readonly env: Env
  readonly file: ConfigFile
}

/** @throws `USAGE` on the first access to a value that a flag or variable sets wrongly. */
export function createSettings(sources: SettingsInput): Settings {
  const profile = resolveSetting('currentProfile', findSources('currentProfile', { ...sources, profile: '' }))
  const all = { ...sources, profile }
  const get = <K extends SettingName>(name: K): SettingValue<K> => resolveSetting(name, findSources(name, all))

  return {
    get,
    getSources(key) {
      findStoredSetting(key)
      return isSettingName(key) ? findSources(key, all) : findNetworkSources(key, all)
    },
    isSetByFlag: (name) => sources.flags.has(name),
    networkKeys: [...(sources.file.profiles.get(profile)?.keys() ?? []), ...sources.file.values.keys()].filter(
      (key, i, keys) => key.startsWith('networks.') && keys.indexOf(key) === i,
    ),
    getRpcUrls: (network) => resolveEndpoints(network, all, nameUnlessChainId(get('network'))),
    getPrivateUrls: (network) =>
      (findNetworkSources(`networks.${network}.privateRpc`, all)[0]?.words ?? []).map(
        networkSettingTable.privateRpc.parse,
      ),
    getConfirmations(network) {
      const words = findNetworkSources(`networks.${network}.confirmations`, all)[0]?.words[0]
      return words === undefined ? undefined : networkSettingTable.confirmations.parse(words)
    },
    profile,
    paths: resolvePaths(
      { config: get('config'), stateDir: get('stateDir'), keystoreDir: get('keystoreDir') },
      sources.env,
    ),
  }
}

type ProfileInput = SettingsInput & { readonly profile: string }

/** Every source that sets `name`, highest precedence first. */
export function findSources(name: SettingName, { flags, env, file, profile }: ProfileInput): readonly SettingSource[] {
  const row = getSetting(name)
  const variable = (key: string | undefined, source: SettingOrigin['source']): readonly SettingSource[] => {
    const text = key === undefined ? undefined : env[key]
    if (key === undefined || text === undefined || text === '') return []
    return [{ origin: { source, where: key }, words: row.repeat ? text.split(/[,\s]+/) : [text] }]
  }
  const said = (origin: SettingOrigin, words: readonly string[] | undefined): readonly SettingSource[] =>
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

function resolveSetting<K extends SettingName>(name: K, said: readonly SettingSource[]): SettingValue<K> {
  const row = getSetting(name)
  const [first] = said
  const values = (first?.words ?? []).map((word) => parseSetting(word, name, first))
  // The table's own row made the value, so it has the type that the table states.
  return (row.repeat ? values : values[0]) as SettingValue<K>
}

function parseSetting(word: string, name: SettingName, saying: SettingSource | undefined): unknown {
  const row = getSetting(name)
  const outside = saying !== undefined && ['flag', 'environment', 'foreign environment'].includes(saying.origin.source)
  try {
    const value = row.parse(word)
    return row.inverse && outside ? value !== true : value
  } catch (error) {
    if (isFailure(error, 'VALIDATION_FAILED') && outside) throw usageFailure(saying, error)
    throw error
  }
}

/** Names the flag or the variable that said it. */
const usageFailure = ({ origin: { source, where } }: Pick<SettingSource, 'origin'>, error: SwapError) =>
  fail('USAGE', {
    reason: `${where}: ${reasonOf(error)}.`,
    fix: source === 'flag' ? 'swapline --help' : 'swapline help environment',
  })

/** A flag or a plain variable applies to the network that is traded on, and to no other. */
function resolveEndpoints(network: NetworkName, all: ProfileInput, chosen: string | undefined): readonly string[] {
  const isChosen = chosen === undefined || chosen === network
  const general = isChosen ? findSources('rpcUrl', all) : []
  const from = (source: SettingOrigin['source']) => general.filter(({ origin }) => origin.source === source)
  const variable = `SWAPLINE_RPC_URL_${network.toUpperCase()}`
  const own = (all.env[variable] ?? '').split(/[,\s]+/).filter((url) => url !== '')
  const stored = findNetworkSources(`networks.${network}.rpc`, all)

  const [first] = [
    ...from('flag'),
    { origin: { source: 'environment', where: variable } as const, words: own },
    ...from('environment'),
    ...stored.slice(0, 1),
    ...from('foreign environment'),
  ].filter(({ words }) => words.length > 0)
  if (first === undefined) return []
  const allowsHttp = resolveSetting('allowHttpRpc', findSources('allowHttpRpc', all))
  try {
    return first.words.map((url) => requireSafeEndpoint(settingTable.rpcUrl.parse(url), allowsHttp))
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    if (!stored.some(({ origin }) => origin === first.origin)) throw usageFailure(first, error)
    throw fail('CONFIG_INVALID', { path: all.file.path, reason: `networks.${network}.rpc: ${reasonOf(error)}` })
  }
}

const nameUnlessChainId = (said: string | undefined): string | undefined =>
  /^\d+$/.test(said ?? '') ? undefined : said

/** The profile's and the file's values of one key of one network. */
function findNetworkSources(key: string, { file, profile }: ProfileInput): readonly SettingSource[] {
  const ofProfile = file.profiles.get(profile)?.get(key)
  const ofFile = file.values.get(key)
  return [
    ...(ofProfile === undefined ? [] : [{ origin: { source: 'profile', where: profile } as const, words: ofProfile }]),
    ...(ofFile === undefined ? [] : [{ origin: { source: 'config', where: file.path } as const, words: ofFile }]),
  ]
}

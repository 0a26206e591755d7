/**
 * Reads the config file. Reading is plain, because loading `conf` costs a tenth of a second; only
 * `config set` and `config unset` write, and they use it. A file that is not valid is never touched.
 */
import { readFileSync, statSync } from 'node:fs'
import type { Setting } from '#cli/settings/setting'
import { anySetting, isSettingName, networkSettingTable, settingNames } from '#cli/settings/table'
import { fail, SwapError } from '#domain/errors'
import { nearest } from '#domain/nearest'

/** The words of the file under their dotted names: `trade.slippagePpm`, `networks.base.rpc`. */
export type Said = ReadonlyMap<string, readonly string[]>

export interface ConfigFile {
  readonly path: string
  readonly values: Said
  readonly profiles: ReadonlyMap<string, Said>
  /** Others than its owner can write it. */
  readonly loose: boolean
}

export const emptyConfig = (path: string): ConfigFile => ({
  path,
  values: new Map(),
  profiles: new Map(),
  loose: false,
})

/** @throws `CONFIG_INVALID`, `CONFIG_KEY_UNKNOWN`. A file that is not there is an empty one. */
export function readConfig(path: string): ConfigFile {
  const text = textOf(path)
  if (text === undefined) return emptyConfig(path)
  const words = flat(jsonOf(path, text), '').filter(([name]) => name !== 'schemaVersion')

  const values = new Map<string, readonly string[]>()
  const profiles = new Map<string, Map<string, readonly string[]>>()
  for (const [name, value] of words) {
    const [profile, key] = profileOf(name)
    const checked = checkedWords(path, { name, key, value })
    if (profile === undefined) values.set(key, checked)
    else profiles.set(profile, (profiles.get(profile) ?? new Map<string, readonly string[]>()).set(key, checked))
  }
  return { path, values, profiles, loose: (statSync(path).mode & 0o022) !== 0 }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw fail('CONFIG_INVALID', { path, reason: 'it cannot be read' }, { cause: error })
  }
}

function jsonOf(path: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The parser's own words quote the file, which may hold the key of an endpoint.
    throw fail('CONFIG_INVALID', { path, reason: 'it is not JSON' })
  }
  throw fail('CONFIG_INVALID', { path, reason: 'it is not a JSON object' })
}

/** The leaves of nested objects by their dotted names; a list is a leaf. */
function flat(value: object, prefix: string): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = `${prefix}${key}`
    const nested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return nested ? flat(inner, `${name}.`) : [[name, inner] as const]
  })
}

/** `profiles.work.network` is `network` of the profile `work`. */
export function profileOf(name: string): readonly [profile: string | undefined, key: string] {
  const [, profile, key] = /^profiles\.([a-z0-9_-]+)\.(.+)$/.exec(name) ?? []
  return key === undefined || key === 'currentProfile' ? [undefined, name] : [profile, key]
}

function checkedWords(
  path: string,
  { name, key, value }: { readonly name: string; readonly key: string; readonly value: unknown },
): readonly string[] {
  const row = storedSetting(key, name)
  const words = (Array.isArray(value) && row.repeat ? value : [value]).map(wordOf)
  try {
    return words.map((word) => {
      if (word === undefined) throw fail('VALIDATION_FAILED', { reason: 'a text, number, true or false is needed' })
      row.parse(word)
      return word
    })
  } catch (error) {
    if (error instanceof SwapError) throw fail('CONFIG_INVALID', { path, reason: `${name}: ${reasonOf(error)}` })
    throw error
  }
}

const wordOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined

/** Without the words that every `VALIDATION_FAILED` begins with. */
export const reasonOf = (error: SwapError): string =>
  'reason' in error.details && typeof error.details.reason === 'string' ? error.details.reason : error.message

/**
 * The table's row of a key that may stand in the file.
 * @param shown the name as the user wrote it
 * @throws `CONFIG_KEY_UNKNOWN` with the nearest name
 */
export function storedSetting(key: string, shown = key): Setting<unknown> {
  const [, ofNetwork] = /^networks\.[a-z][a-z0-9]*\.(.+)$/.exec(key) ?? []
  if (ofNetwork === 'rpc' || ofNetwork === 'confirmations') return networkSettingTable[ofNetwork]
  if (isSettingName(key) && anySetting(key).stored !== false) return anySetting(key)
  const [near] = nearest(key, storedNames())
  throw fail('CONFIG_KEY_UNKNOWN', { key: shown, nearest: near })
}

/** Every name that may stand in the file; `<name>` stands for a network. */
export function storedNames(): readonly string[] {
  return [
    ...settingNames().filter((name) => anySetting(name).stored !== false),
    ...Object.keys(networkSettingTable).map((key) => `networks.<name>.${key}`),
  ]
}

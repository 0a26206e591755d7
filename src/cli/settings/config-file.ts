/**
 * Reads the config file without `conf`, which takes a tenth of a second to load; only `config set` and `config unset`
 * write, and use it. An invalid file is never touched.
 */
import { readFileSync, statSync } from 'node:fs'
import { type ConfigLeaf, findSecondSpelling, listLeaves, showSpelling } from '#cli/settings/config-keys'
import type { Setting } from '#cli/settings/setting'
import { getSetting, isSettingName, listSettingNames, networkSettingTable } from '#cli/settings/table'
import { fail, SwapError } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'
import { findRepeatedKey } from '#domain/repeated-key'

/** The words of the file by dotted name: `trade.slippagePpm`, `networks.base.rpc`. */
export type ConfigEntries = ReadonlyMap<string, readonly string[]>

export interface ConfigFile {
  readonly path: string
  readonly values: ConfigEntries
  readonly profiles: ReadonlyMap<string, ConfigEntries>
  /** Users other than its owner can write it. */
  readonly isWritableByOthers: boolean
}

/** The format that is written. */
export const schemaVersion = 1

export const createEmptyConfig = (path: string): ConfigFile => ({
  path,
  values: new Map(),
  profiles: new Map(),
  isWritableByOthers: false,
})

/** @throws `CONFIG_INVALID`, `CONFIG_KEY_UNKNOWN`. A missing file counts as empty. */
export function readConfig(path: string): ConfigFile {
  const text = readText(path)
  if (text === undefined) return createEmptyConfig(path)
  return { path, ...parseConfig(path, text), isWritableByOthers: (statSync(path).mode & 0o022) !== 0 }
}

/**
 * @param path named in failures
 * @throws `CONFIG_INVALID`, `CONFIG_KEY_UNKNOWN`
 */
export function parseConfig(path: string, text: string): Pick<ConfigFile, 'values' | 'profiles'> {
  const all = listLeaves(parseJsonObject(path, text))
  const words = all.filter(({ name }) => name !== 'schemaVersion')
  checkVersion(path, all.find(({ name }) => name === 'schemaVersion')?.value)
  requireOneSpelling(path, all)

  const values = new Map<string, readonly string[]>()
  const profiles = new Map<string, Map<string, readonly string[]>>()
  for (const { name, value } of words) {
    const [profile, key] = splitProfile(name)
    const checked = checkWords(path, { name, key, value })
    if (profile === undefined) values.set(key, checked)
    else profiles.set(profile, (profiles.get(profile) ?? new Map<string, readonly string[]>()).set(key, checked))
  }
  return { values, profiles }
}

/** A file of a later format may mean something else by the same names. */
function checkVersion(path: string, version: unknown): void {
  if (version === undefined || version === schemaVersion) return
  const reason = `its schemaVersion is ${JSON.stringify(version)}, this version of swapline reads ${schemaVersion}`
  throw fail('CONFIG_INVALID', { path, reason })
}

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw fail('CONFIG_INVALID', { path, reason: 'it cannot be read' }, { cause: error })
  }
}

/**
 * @throws `CONFIG_INVALID` without quoting the file, which may hold keys of endpoints; also if an object has a key twice, as
 *   one of the two would be lost
 */
export function parseJsonObject(path: string, text: string): object {
  const value = parseJson(path, text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fail('CONFIG_INVALID', { path, reason: 'it is not a JSON object' })
  const repeated = findRepeatedKey(text)
  if (repeated === undefined) return value
  throw fail('CONFIG_INVALID', {
    path,
    reason: `it has "${repeated}" twice, in one object, and only one of them would count`,
    fix: 'make one of them: swapline config edit',
  })
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the file, which may hold the key of an endpoint.
    throw fail('CONFIG_INVALID', { path, reason: 'it is not JSON' })
  }
}

/** Neither of two values of one setting wins: it may be a limit. */
function requireOneSpelling(path: string, leaves: readonly ConfigLeaf[]): void {
  const twice = findSecondSpelling(leaves)
  if (twice === undefined) return
  const [{ name }] = twice
  throw fail('CONFIG_INVALID', {
    path,
    reason: `it has ${name} twice, as ${twice.map(showSpelling).join(' and as ')}`,
    fix: `swapline config set ${name} <value>     (replaces both)`,
  })
}

/** `profiles.work.network` is `network` of the profile `work`. */
export function splitProfile(name: string): readonly [profile: string | undefined, key: string] {
  const [, profile, key] = /^profiles\.([a-z0-9_-]+)\.(.+)$/.exec(name) ?? []
  return key === undefined || key === 'currentProfile' ? [undefined, name] : [profile, key]
}

function checkWords(
  path: string,
  { name, key, value }: { readonly name: string; readonly key: string; readonly value: unknown },
): readonly string[] {
  const row = findStoredSetting(key, name)
  const words = (Array.isArray(value) && row.repeat ? value : [value]).map(toWord)
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

const toWord = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined

/** Without the prefix that every `VALIDATION_FAILED` begins with. */
export const reasonOf = (error: SwapError): string =>
  'reason' in error.details && typeof error.details.reason === 'string' ? error.details.reason : error.message

/**
 * The table's row of a key allowed in the file.
 * @param shown the name as the user wrote it
 * @throws `CONFIG_KEY_UNKNOWN` with the nearest name
 */
export function findStoredSetting(key: string, shown = key): Setting<unknown> {
  const [, ofNetwork] = /^networks\.[a-z][a-z0-9]*\.(.+)$/.exec(key) ?? []
  if (ofNetwork === 'rpc' || ofNetwork === 'privateRpc' || ofNetwork === 'confirmations')
    return networkSettingTable[ofNetwork]
  if (isSettingName(key) && getSetting(key).stored !== false) return getSetting(key)
  const [near] = findNearest(key, listStoredNames())
  throw fail('CONFIG_KEY_UNKNOWN', { key: shown, nearest: near })
}

/** Every name allowed in the file; `<name>` is a network. */
export function listStoredNames(): readonly string[] {
  return [
    ...listSettingNames().filter((name) => getSetting(name).stored !== false),
    ...Object.keys(networkSettingTable).map((key) => `networks.<name>.${key}`),
  ]
}

/** Every variable that is read: those of the settings, and the few beside them. Help and the search for misspelt ones use it. */

import { variableOf } from '#cli/settings/setting'
import { getSetting, listSettingNames } from '#cli/settings/table'
import { findNearest } from '#domain/failures/find-nearest'
import { allNetworks } from '#networks/find'
import type { Env } from '#system/env'

export interface Variable {
  readonly name: string
  readonly about: string
}

const prefix = 'SWAPLINE_'
const ofNetwork = 'SWAPLINE_RPC_URL_'

/** Variables that are no settings: secrets, which no file holds, and what all programs of a terminal read. */
const others: readonly Variable[] = [
  { name: `${ofNetwork}<NAME>`, about: `endpoints of one network, as ${ofNetwork}BASE` },
  { name: 'SWAPLINE_PASSWORD', about: 'the password itself; an empty one cannot create a key' },
  { name: 'SWAPLINE_API_KEY', about: 'key of a service' },
  { name: 'VISUAL, EDITOR', about: 'the editor of config edit' },
  { name: 'NO_COLOR, FORCE_COLOR', about: 'colours, as other programs read them' },
  { name: 'CLICOLOR, CLICOLOR_FORCE', about: 'the same' },
  { name: 'TERM, LC_ALL, LC_CTYPE, LANG', about: 'what the terminal can show' },
  { name: 'HOME', about: 'where the folders below are, if they are not set' },
  { name: 'XDG_CONFIG_HOME', about: 'folder of the config file' },
  { name: 'XDG_STATE_HOME', about: 'folder of quotes and the journal' },
  { name: 'XDG_DATA_HOME', about: 'folder of the key files' },
]

/** In the order of the table of settings; a variable of another tool is after our own. */
export function listVariables(): readonly Variable[] {
  const ofSettings = listSettingNames().flatMap((name): readonly Variable[] => {
    const row = getSetting(name)
    const { foreign = [], about, inverse } = row
    const variables = [variableOf(name, row), ...foreign].flatMap((variable) => variable ?? [])
    return variables.map((variable) => ({ name: variable, about: inverse ? `turns off: ${about}` : about }))
  })
  return [...ofSettings, ...others]
}

export interface UnreadVariable {
  readonly name: string
  /** The one that was probably meant. */
  readonly nearest: string | undefined
}

/** Variables that begin like ours and that nothing reads, in the order of their names. */
export function findUnreadVariables(env: Env): readonly UnreadVariable[] {
  const given = Object.keys(env).filter((name) => name.startsWith(prefix))
  if (given.length === 0) return []
  const known = [
    ...listVariables().flatMap(({ name }) => name.split(', ').filter((one) => !one.endsWith('<NAME>'))),
    ...allNetworks().map(({ name }) => `${ofNetwork}${name.toUpperCase()}`),
  ].filter((name) => name.startsWith(prefix))
  const all = new Set(known)
  return given
    .filter((name) => !all.has(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => ({ name, nearest: findNearest(name, known)[0] }))
}

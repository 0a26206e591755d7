/** Settings as commands show them: with their source, and without anything that may be a key. */

import type { Settings } from '#cli/settings/settings'
import { maskUrl } from '#text/mask-url'

export interface SettingDescription {
  readonly key: string
  /** `undefined` if no source sets it. */
  readonly value: string | undefined
  readonly source: string
  readonly where: string
  /** What it overrode, highest precedence first. */
  readonly overrode: readonly { readonly value: string; readonly source: string; readonly where: string }[]
}

/** @param reveal show full endpoints. @throws `CONFIG_KEY_UNKNOWN` */
export function describeSetting(settings: Settings, key: string, reveal: boolean): SettingDescription {
  const said = settings.getSources(key).map(({ origin, words }) => ({
    value: words.map((word) => (reveal ? word : maskUrl(word))).join(' '),
    ...origin,
  }))
  const [first, ...overrode] = said
  return { key, value: first?.value, source: first?.source ?? 'built-in', where: first?.where ?? 'not set', overrode }
}

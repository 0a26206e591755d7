/** Settings as commands show them: where a value came from, and nothing in it that may be a key. */
import { maskedUrl } from '#cli/parse/url'
import type { Settings } from '#cli/settings/settings'

export interface ShownSetting {
  readonly key: string
  /** `undefined` where nothing says anything. */
  readonly value: string | undefined
  readonly source: string
  readonly where: string
  /** What it overrode, strongest first. */
  readonly overrode: readonly { readonly value: string; readonly source: string; readonly where: string }[]
}

/** @param reveal show endpoints whole. @throws `CONFIG_KEY_UNKNOWN` */
export function shownSetting(settings: Settings, key: string, reveal: boolean): ShownSetting {
  const said = settings.said(key).map(({ origin, words }) => ({
    value: words.map((word) => (reveal ? word : maskedUrl(word))).join(' '),
    ...origin,
  }))
  const [first, ...overrode] = said
  return { key, value: first?.value, source: first?.source ?? 'built-in', where: first?.where ?? 'not set', overrode }
}

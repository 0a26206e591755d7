/** One row of the table of settings. */

import type { WordKind } from '#cli/completion/table'

export interface Setting<T> {
  readonly about: string
  readonly parse: (text: string) => T
  /** The default, in the words a user would write. */
  readonly fallback?: string
  /** In commander's notation; the setting is a flag of every command. */
  readonly flag?: string
  /** The variable, if it differs from the one derived from the setting's name. */
  readonly env?: string
  /** The flag's help, if it differs from the setting's. */
  readonly flagAbout?: string
  /** Variables of other tools, with the lowest precedence. */
  readonly foreign?: readonly string[]
  /** The flag and the variables negate the setting: `--no-input` is `prompts.enabled` false. */
  readonly inverse?: true
  /** May be given several times; the config file holds a list. */
  readonly repeat?: true
  /** `false`: not allowed in the config file. */
  readonly stored?: false
  /** What the shell completes as its value, if neither the parser nor the flag says it. */
  readonly completes?: WordKind
}

export const defineSetting = <T, const More extends Omit<Setting<T>, 'about' | 'parse'>>(
  about: string,
  parse: (text: string) => T,
  more: More,
): { readonly about: string; readonly parse: (text: string) => T } & More => ({ about, parse, ...more })

/**
 * The variable of a setting: `serve.keyRate` is `SWAPLINE_SERVE_KEY_RATE`. None for settings that only a flag may set.
 */
export function variableOf(
  name: string,
  { env, stored }: Pick<Setting<unknown>, 'env' | 'stored'>,
): string | undefined {
  if (env !== undefined || stored === false) return env
  return `SWAPLINE_${name
    .replaceAll('.', '_')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()}`
}

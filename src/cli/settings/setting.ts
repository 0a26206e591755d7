/** One row of the table of settings. */

export interface Setting<T> {
  readonly about: string
  readonly parse: (text: string) => T
  /** What holds where nothing else is said, in the words a user would write. */
  readonly fallback?: string
  /** As commander reads it; the setting is a flag of every command. */
  readonly flag?: string
  /** The variable, where it is not the one that the setting's name makes. */
  readonly env?: string
  /** What the flag does, where that is not what the setting is. */
  readonly flagAbout?: string
  /** Variables of other tools, asked last. */
  readonly foreign?: readonly string[]
  /** The flag and the variables say the opposite of the setting: `--no-input` is `prompts.enabled` false. */
  readonly inverse?: true
  /** May be given several times; the config file holds a list. */
  readonly repeat?: true
  /** `false`: may not stand in the config file. */
  readonly stored?: false
}

export const setting = <T, const More extends Omit<Setting<T>, 'about' | 'parse'>>(
  about: string,
  parse: (text: string) => T,
  more: More,
): { readonly about: string; readonly parse: (text: string) => T } & More => ({ about, parse, ...more })

/** The variable that says a setting: `serve.keyRate` is `SWAPLINE_SERVE_KEY_RATE`. None of what only a flag may say. */
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

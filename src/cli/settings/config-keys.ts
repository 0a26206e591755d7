/**
 * The spellings of a setting in the config file: `{"trade": {"approve": …}}` and `{"trade.approve": …}` are the same one, and
 * so is the member of the profile `default`, which applies where no profile is chosen.
 */

/** A value of the file. */
export interface ConfigLeaf {
  /** With dots, whatever its spelling: `trade.approve`. */
  readonly name: string
  /** The keys that lead to it, as they are written. */
  readonly keys: readonly string[]
  readonly value: unknown
}

type ConfigObject = Record<string, unknown>

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One name for all spellings of a setting. */
export const toSettingName = (name: string): string => name.replace(/^profiles\.default\.(?=.)/, '')

/** The values in nested objects; a list is one value. */
export function listLeaves(value: object, before: readonly string[] = []): readonly ConfigLeaf[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const keys = [...before, key]
    return isObject(inner) ? listLeaves(inner, keys) : [{ name: toSettingName(keys.join('.')), keys, value: inner }]
  })
}

/** The spellings of the first setting that is there twice; `undefined` if there is none. */
export function findSecondSpelling(leaves: readonly ConfigLeaf[]): readonly [ConfigLeaf, ConfigLeaf] | undefined {
  const seen = new Map<string, ConfigLeaf>()
  for (const leaf of leaves) {
    const first = seen.get(leaf.name)
    if (first !== undefined) return [first, leaf]
    seen.set(leaf.name, leaf)
  }
  return undefined
}

/** As one finds it in the file: `"trade" → "approve"`. */
export const showSpelling = ({ keys }: ConfigLeaf): string => keys.map((key) => `"${key}"`).join(' → ')

/** The same file without a setting, or without all that is below a name, in any spelling. */
export function withoutSetting(value: object, name: string, before = ''): ConfigObject {
  const wanted = toSettingName(name)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      const here = `${before}${key}`
      const canonical = toSettingName(here)
      if (canonical === wanted || canonical.startsWith(`${wanted}.`)) return []
      return [[key, isObject(inner) ? withoutSetting(inner, name, `${here}.`) : inner]]
    }),
  )
}

/** The same file with one value of a setting, in nested objects. */
export function withSetting(value: object, name: string, setting: unknown): ConfigObject {
  return insert(withoutSetting(value, name), toSettingName(name).split('.'), setting)
}

function insert(value: object, [key = '', ...rest]: readonly string[], setting: unknown): ConfigObject {
  const inner: unknown = Object.hasOwn(value, key) ? value[key as never] : undefined
  return { ...value, [key]: rest.length === 0 ? setting : insert(isObject(inner) ? inner : {}, rest, setting) }
}

import type { Json } from '#cli/out/types'
import { escapeHidden } from '#cli/safe-text'

/** JSON that a terminal cannot obey, without a line end. `indent` 2 for documents, 0 for a line of a stream. */
export const jsonText = (value: Json, indent: 0 | 2 = 0): string => escapeHidden(JSON.stringify(value, null, indent))

/**
 * The value at `data.quote.id` or `rows.0.name`: texts as they are, everything else as JSON.
 * `undefined` where the path leads nowhere.
 */
export function pick(document: Json, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return Reflect.get(value, name)
  }, document)
  if (found === undefined) return undefined
  return escapeHidden(typeof found === 'string' ? found : JSON.stringify(found))
}

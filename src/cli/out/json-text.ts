import { escapeHidden } from '#cli/out/safe-text'
import type { Json } from '#cli/out/types'

/**
 * JSON without characters that control a terminal, without a line end. `indent` 2 for documents, 0 for a line of a
 * stream.
 */
export const toJsonText = (value: Json, indent: 0 | 2 = 0): string => escapeHidden(JSON.stringify(value, null, indent))

/**
 * The value at `data.quote.id` or `rows.0.name`: texts as they are, everything else as JSON. `undefined` if the path
 * does not exist.
 */
export function pickPath(document: Json, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return Reflect.get(value, name)
  }, document)
  if (found === undefined) return undefined
  return escapeHidden(typeof found === 'string' ? found : JSON.stringify(found))
}

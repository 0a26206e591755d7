/** `--get`: one value of a document, by a path such as `data.paths[0].hops`, `.data.id` or `data.paths[*].shareBps`. */

import { escapeHidden } from '#cli/out/safe-text'
import type { Json } from '#cli/out/types'

/** The value, or what is there instead: the keys at the deepest place that the path reaches. */
export type PickedValue =
  | { readonly text: string; readonly missing?: undefined }
  | { readonly text?: undefined; readonly missing: string }

/**
 * Texts as they are, everything else as JSON; with `[*]` a line for each element. A number is an index as well, as in
 * `rows.0.name`.
 */
export function pickPath(document: Json, path: string): PickedValue {
  const steps = parsePath(path)
  if (steps === undefined)
    return { missing: `a path is written like data.id or data.paths[0]; ${describe('', document)}` }
  let reached: readonly Place[] = [{ path: '', value: document }]
  for (const step of steps) {
    const next: Place[] = []
    for (const place of reached) {
      const found = takeStep(place, step)
      if (found === undefined) return { missing: describe(place.path, place.value) }
      next.push(...found)
    }
    reached = next
  }
  return { text: reached.map(({ value }) => toText(value)).join('\n') }
}

interface Place {
  readonly path: string
  readonly value: unknown
}

/** A name, an index, or `*` for every element. `undefined` if it is no path. */
function parsePath(path: string): readonly string[] | undefined {
  const body = path.replace(/^\$?\.?/, '')
  const pattern = /(?:^|\.)([^.[\]]+)|\[(\d+|\*)\]/gy
  const steps: string[] = []
  while (pattern.lastIndex < body.length) {
    const found = pattern.exec(body)
    if (found === null) return undefined
    steps.push(found[1] ?? `[${found[2]}`)
  }
  return steps.length === 0 ? undefined : steps
}

function takeStep({ path, value }: Place, step: string): readonly Place[] | undefined {
  if (step === '[*') {
    if (!Array.isArray(value)) return undefined
    return value.map((inner: unknown, i) => ({ path: `${path}[${i}]`, value: inner }))
  }
  const isIndex = step.startsWith('[')
  const name = isIndex ? step.slice(1) : step
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  if (Array.isArray(value) ? !/^\d+$/.test(name) : isIndex) return undefined
  const inner: unknown = Reflect.get(value, name)
  if (inner === undefined) return undefined
  return [{ path: Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, value: inner }]
}

/** What a place holds, in words. */
function describe(path: string, value: unknown): string {
  const name = path === '' ? 'the document' : path
  if (Array.isArray(value)) return value.length === 0 ? `${name} is empty` : `${name} has [0] to [${value.length - 1}]`
  if (typeof value !== 'object' || value === null) return `${name} is one value, and has no parts`
  const keys = Object.keys(value).filter((key) => Reflect.get(value, key) !== undefined)
  return keys.length === 0 ? `${name} is empty` : `${name} has ${keys.join(', ')}`
}

const toText = (value: unknown): string => escapeHidden(typeof value === 'string' ? value : JSON.stringify(value))

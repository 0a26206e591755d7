/**
 * JSON that gives back exactly what it was given, for values JSON has no words for: a `bigint` is written as
 * `{"$bigint":"…"}`, `undefined` as `{"$undefined":true}`. Everything that would be changed silently (NaN, dates,
 * maps, instances of classes) is refused, and so is every tag that is not one of these two.
 */

/** @throws RangeError where `value` holds something that would not come back the same. */
export function encodeLossless(value: unknown): string {
  return JSON.stringify(tagged(value))
}

/**
 * Reads what `encodeLossless` wrote. The caller names the type it wrote; nothing here can check that.
 * @throws RangeError unless `text` is whole and holds no unknown tag.
 */
export function decodeLossless<T>(text: string): T {
  return untagged(parse(text)) as T
}

function tagged(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (value === undefined) return { $undefined: true }
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (typeof value === 'number') return exactNumber(value)
  if (Array.isArray(value)) return Array.from(value, tagged)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) return taggedFields(value)
  throw new RangeError(`${typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`} is no record`)
}

/** Field by field, and not through lists of them: that takes half as long, and a service writes every quote it makes. */
function taggedFields(value: object): object {
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(value)) fields[plainKey(key)] = tagged(value[key as keyof typeof value])
  return fields
}

function exactNumber(n: number): number {
  if (!Number.isFinite(n) || Object.is(n, -0)) throw new RangeError(`${Object.is(n, -0) ? '-0' : n} has no JSON`)
  return n
}

/** `__proto__` would become the prototype of the object that is built when it is read. */
function plainKey(key: string): string {
  if (key.startsWith('$') || key === '__proto__') throw new RangeError(`"${key}" cannot name a field`)
  return key
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RangeError('the record is not whole') // without the cause: it would quote the record
  }
}

function untagged(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(untagged)
  const entries = Object.entries(value)
  const [first] = entries
  if (entries.length === 1 && first !== undefined && first[0].startsWith('$')) return meaning(first)
  return Object.fromEntries(entries.map(([key, inner]) => [plainKey(key), untagged(inner)]))
}

function meaning([tag, held]: [string, unknown]): bigint | undefined {
  if (tag === '$bigint' && typeof held === 'string' && /^(?:0|-?[1-9]\d*)$/.test(held)) return BigInt(held)
  if (tag === '$undefined' && held === true) return undefined
  throw new RangeError(`unknown tag ${tag}`)
}

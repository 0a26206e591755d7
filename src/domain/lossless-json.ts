/**
 * JSON that round-trips exactly, also for values that JSON cannot express: a `bigint` is written as `{"$bigint":"…"}`,
 * `undefined` as `{"$undefined":true}`. Everything that would be changed silently (NaN, dates, maps, instances of
 * classes) is refused, and so is every tag that is not one of these two.
 */

/** @throws RangeError if `value` contains something that would not round-trip. */
export function encodeLossless(value: unknown): string {
  return JSON.stringify(encodeValue(value))
}

/**
 * Parses what `encodeLossless` wrote. The caller names the type; nothing here can check it.
 * @throws RangeError unless `text` is complete and holds no unknown tag.
 */
export function decodeLossless<T>(text: string): T {
  return decodeValue(parse(text)) as T
}

function encodeValue(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (value === undefined) return { $undefined: true }
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (typeof value === 'number') return requireExactNumber(value)
  if (Array.isArray(value)) return Array.from(value, encodeValue)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) return encodeFields(value)
  throw new RangeError(`${typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`} is not a record`)
}

/**
 * Field by field, and not through lists of them: that takes half as long, and a service writes every quote it makes.
 */
function encodeFields(value: object): object {
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(value)) fields[requirePlainKey(key)] = encodeValue(value[key as keyof typeof value])
  return fields
}

function requireExactNumber(n: number): number {
  if (!Number.isFinite(n) || Object.is(n, -0)) throw new RangeError(`${Object.is(n, -0) ? '-0' : n} has no JSON`)
  return n
}

/** `__proto__` would become the prototype of the parsed object. */
function requirePlainKey(key: string): string {
  if (key.startsWith('$') || key === '__proto__') throw new RangeError(`"${key}" cannot name a field`)
  return key
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RangeError('the record is not complete') // without the cause: it would quote the record
  }
}

function decodeValue(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(decodeValue)
  const entries = Object.entries(value)
  const [first] = entries
  if (entries.length === 1 && first !== undefined && first[0].startsWith('$')) return decodeTag(first)
  return Object.fromEntries(entries.map(([key, inner]) => [requirePlainKey(key), decodeValue(inner)]))
}

function decodeTag([tag, held]: [string, unknown]): bigint | undefined {
  if (tag === '$bigint' && typeof held === 'string' && /^(?:0|-?[1-9]\d*)$/.test(held)) return BigInt(held)
  if (tag === '$undefined' && held === true) return undefined
  throw new RangeError(`unknown tag ${tag}`)
}

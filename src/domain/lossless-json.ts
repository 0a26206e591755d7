/**
 * JSON that round-trips exactly, also for values that JSON cannot express: a `bigint` is written as `{"$bigint":"…"}`,
 * `undefined` as `{"$undefined":true}`. Everything that would be changed silently (NaN, dates, maps, instances of
 * classes) is refused, and so is every tag that is not one of these two.
 */

/** @throws RangeError if `value` contains something that would not round-trip. */
export function encodeLossless(value: unknown): string {
  if (typeof value === 'string') return encodeText(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (value === undefined) return '{"$undefined":true}'
  if (typeof value === 'bigint') return `{"$bigint":"${value}"}`
  if (typeof value === 'number') return String(requireExactNumber(value))
  if (Array.isArray(value)) return encodeList(value)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) return encodeFields(value)
  throw new RangeError(`${typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`} is not a record`)
}

/**
 * Parses what `encodeLossless` wrote. The caller names the type; nothing here can check it.
 * @throws RangeError unless `text` is complete and holds no unknown tag.
 */
export function decodeLossless<T>(text: string): T {
  return decodeValue(parse(text)) as T
}

/** Most texts are addresses and words, which need no escape. */
const encodeText = (text: string): string => (/^[\w .:/-]*$/.test(text) ? `"${text}"` : JSON.stringify(text))

function encodeList(list: readonly unknown[]): string {
  let text = '['
  for (let i = 0; i < list.length; i += 1) text += `${i === 0 ? '' : ','}${encodeLossless(list[i])}`
  return `${text}]`
}

/**
 * Written as text at once, and not as a tagged copy for `JSON.stringify`: a service writes every quote it makes.
 */
function encodeFields(value: object): string {
  let text = '{'
  for (const key of Object.keys(value)) {
    if (text !== '{') text += ','
    text += encodeName(key)
    text += encodeLossless(value[key as keyof typeof value])
  }
  return `${text}}`
}

const names = new Map<string, string>()
const maxNames = 1_000

/** Kept, as records have few names and most of their work was checking and quoting these. */
function encodeName(key: string): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const name = `${encodeText(requirePlainKey(key))}:`
  if (names.size < maxNames) names.set(key, name)
  return name
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

/**
 * The first key that an object of a JSON text has twice, by its dotted name; `undefined` if there is none. `JSON.parse`
 * keeps the last of the two and drops the first without a word, with all that is in it.
 * @param text valid JSON
 */
export function findRepeatedKey(text: string): string | undefined {
  const open: { readonly keys: Set<string>; key: string }[] = []
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g) ?? []
  for (const [i, token] of tokens.entries()) {
    if (token === '{' || token === '[') open.push({ keys: new Set(), key: '' })
    if (token === '}' || token === ']') open.pop()
    const inner = open.at(-1)
    if (inner === undefined || tokens[i + 1] !== ':' || !token.startsWith('"')) continue
    inner.key = String(JSON.parse(token)) // two spellings of one key, one with escapes, are one key
    if (inner.keys.has(inner.key)) return nameOf(open)
    inner.keys.add(inner.key)
  }
  return undefined
}

/** Elements of lists have no names. */
const nameOf = (open: readonly { readonly key: string }[]): string =>
  open
    .map(({ key }) => key)
    .filter((key) => key !== '')
    .join('.')

/** Minimum length of an id's prefix that stands for the whole: what screens show. */
const minPrefixLength = 8

/** The half-open range of ids that begin with `text`, for an index; `undefined` if `text` is not a valid prefix. */
export function toIdRange(text: string): { readonly from: string; readonly below: string } | undefined {
  const from = text.toLowerCase()
  if (from.length < minPrefixLength || !/^[0-9a-f-]{8,36}$/.test(from)) return undefined
  return { from, below: `${from}g` } // g sorts after every character of an id
}

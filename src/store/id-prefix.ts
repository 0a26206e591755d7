/** How much of an id must be written so that it can stand for the whole: what screens show. */
const shortest = 8

/** The half-open range of ids that begin with `text`, for an index; `undefined` where `text` is no such beginning. */
export function idsFrom(text: string): { readonly from: string; readonly below: string } | undefined {
  const from = text.toLowerCase()
  if (from.length < shortest || !/^[0-9a-f-]{8,36}$/.test(from)) return undefined
  return { from, below: `${from}g` } // g sorts behind every character of an id
}

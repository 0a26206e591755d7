/** A list in a query: `a,b`, `k=a&k=b`, `k[]=a&k[]=b`; an empty text is no list. */
import { type RawParameters, type Reader, textsOf } from './reader.ts'

const maxItems = 50

export function readList(given: RawParameters, reader: Reader, name: string): readonly string[] {
  const items = [...textsOf(given[name]), ...textsOf(given[`${name}[]`])]
    .flatMap((text) => text.split(','))
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '')
  if (items.length > maxItems) reader.addProblem(name, 'out_of_range', `may have at most ${maxItems} items`)
  if (new Set(items).size < items.length) reader.addProblem(name, 'not_valid', 'has a repeated item')
  return items
}

/** A list in a query: `a,b`, `k=a&k=b`, `k[]=a&k[]=b`, or an empty text, which is no list. */
import { type Given, type Reader, textsOf } from './reader.ts'

const mostItems = 50

export function readList(given: Given, reader: Reader, name: string): readonly string[] {
  const items = [...textsOf(given[name]), ...textsOf(given[`${name}[]`])]
    .flatMap((text) => text.split(','))
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '')
  if (items.length > mostItems) reader.wrong(name, 'out_of_range', `may have at most ${mostItems} items`)
  if (new Set(items).size < items.length) reader.wrong(name, 'not_valid', 'names one twice')
  return items
}

/** The number of terminal columns of a text. */
import { stripVTControlCharacters } from 'node:util'

const wideCharacters =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u

/** Colours take none, East Asian letters and pictures two, combining marks none. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const letter of stripVTControlCharacters(text))
    columns += /\p{M}/u.test(letter) ? 0 : wideCharacters.test(letter) ? 2 : 1
  return columns
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - columnsOf(text)))
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - columnsOf(text))) + text

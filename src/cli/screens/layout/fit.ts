/** Breaks lines that are wider than the terminal, which would break them anywhere. */
import { columnsOf } from '#cli/screens/layout/width'

/** A value's column is kept as the indentation of its further lines if it is within this part of the width. */
const maxIndentShare = 0.45

/**
 * The line in lines of at most `width` columns: broken between entries (two spaces or more), else between words, and
 * within a word only if the word alone is too wide. Further lines begin below the value of a name, else two columns in.
 */
export function fitLine(line: string, width: number): readonly string[] {
  if (columnsOf(line) <= width) return [line]
  const { leading, indent, firstGap } = findIndent(line, width)
  const packer = createPacker(width, { indent, least: leading + 2 })
  for (const [i, entry] of splitEntries(line).entries()) {
    const canBreak = i > 1 || (i === 1 && firstGap === 'free')
    if (canBreak && !packer.fits(entry.gap, entry.text) && (i === 1 || packer.fitsAlone(entry.text))) packer.breakLine()
    entry.text.split(/ (?!%)/).forEach((word, j) => {
      packer.add(j === 0 ? entry.gap : ' ', word)
    })
  }
  return packer.lines()
}

export const fitLines = (lines: readonly string[], width: number): readonly string[] =>
  lines.flatMap((line) => fitLine(line, width))

interface Entry {
  /** The spaces before it. */
  readonly gap: string
  readonly text: string
}

const splitEntries = (line: string): readonly Entry[] =>
  Array.from(line.matchAll(/( *)(\S+(?: \S+)*)/g), ([, gap = '', text = '']) => ({ gap, text }))

/** Where further lines begin, and whether the value stays on the line of its name. */
function findIndent(
  line: string,
  width: number,
): { readonly leading: number; readonly indent: number; readonly firstGap: 'kept' | 'free' } {
  const [start, next] = splitEntries(line)
  const leading = start?.gap.length ?? 0
  const value = leading + columnsOf(start?.text ?? '') + (next?.gap.length ?? 0)
  if (next !== undefined && value <= width * maxIndentShare) return { leading, indent: value, firstGap: 'kept' }
  return { leading, indent: leading + 2, firstGap: 'free' }
}

/** @param least the indentation of a word that is too wide for `indent`, such as an address that people copy */
function createPacker(width: number, { indent, least }: { readonly indent: number; readonly least: number }) {
  const done: string[] = []
  let current = ''
  let hasWords = false
  const fits = (gap: string, text: string): boolean => columnsOf(current) + gap.length + columnsOf(text) <= width
  const breakLine = (columns = indent): void => {
    done.push(current.trimEnd())
    current = ' '.repeat(columns)
    hasWords = false
  }
  const add = (gap: string, word: string): void => {
    const space = hasWords || done.length === 0 ? gap : ''
    if (fits(space, word)) current += space + word
    else if (hasWords) {
      breakLine(indent + columnsOf(word) > width ? Math.min(indent, least) : indent)
      add('', word)
    } else {
      const [head, tail] = cutWord(word, width - columnsOf(current) - space.length)
      current += space + head
      hasWords = true
      add('', tail)
    }
    hasWords = true
  }
  return {
    fits,
    add,
    breakLine,
    fitsAlone: (text: string): boolean => indent + columnsOf(text) <= width,
    lines: (): readonly string[] => [...done, current.trimEnd()],
  }
}

const escapeOrLetter = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m|[^]`, 'gu')

/** A word that is wider than a line in two parts: nothing of it is lost. The first has at least one letter. */
function cutWord(word: string, columns: number): readonly [head: string, tail: string] {
  const [first = '', ...parts] = word.match(escapeOrLetter) ?? []
  let head = first
  while (parts.length > 0 && columnsOf(head) + columnsOf(parts[0] ?? '') <= columns) head += parts.shift()
  return [head, parts.join('')]
}

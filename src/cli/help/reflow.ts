import { wrapText } from '#cli/out/failure'
import { fitLine } from '#cli/screens/layout/fit'

/** Longer lines of prose are hard to read. */
const maxProseColumns = 100

/** Fills paragraphs, whose lines are not indented, to the width; breaks indented lines that are wider. */
export function reflow(text: string, columns: number): readonly string[] {
  const width = Math.min(columns, maxProseColumns)
  const lines: string[] = []
  let paragraph = ''
  const endParagraph = (): void => {
    if (paragraph !== '') lines.push(...wrapText(paragraph, width))
    paragraph = ''
  }
  for (const line of text.trimEnd().split('\n'))
    if (/^\S/.test(line)) paragraph += `${paragraph === '' ? '' : ' '}${line}`
    else {
      endParagraph()
      lines.push(...fitLine(line, columns))
    }
  endParagraph()
  return lines
}

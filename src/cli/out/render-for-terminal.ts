import { keepColors } from '#cli/out/safe-text'
import { fitLine } from '#cli/screens/layout/fit'

const asciiFallbacks: Readonly<Record<string, string>> = {
  '✔': 'ok',
  '✖': 'x',
  '→': '->',
  '►': '>',
  '─': '-',
  '│': '|',
  '├': '|',
  '└': '`',
  '┬': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '..',
  '·': '|',
  '≥': '>=',
  '≤': '<=',
  '≈': '~',
  '’': "'",
  '“': '"',
  '”': '"',
}

/**
 * Formats lines for a terminal: no hidden characters but the colours of our brushes, ASCII if it can show no more, and no line wider
 * than `width`.
 * @param width columns; absent if lines must not be broken
 */
export function renderForTerminal(lines: readonly string[], unicode: boolean, width?: number): string {
  return lines
    .map((line) => (unicode ? keepColors(line) : toAscii(keepColors(line))))
    .flatMap((line) => (width === undefined ? [line] : fitLine(line, width)))
    .map((line) => `${line}\n`)
    .join('')
}

const toAscii = (line: string): string => line.replace(/[^\p{ASCII}]/gu, (letter) => asciiFallbacks[letter] ?? '?')

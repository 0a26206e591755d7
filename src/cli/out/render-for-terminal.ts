import { keepColors } from '#cli/out/safe-text'

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

/** Formats lines for a terminal: no hidden characters but our colours, and ASCII if it can show no more. */
export function renderForTerminal(lines: readonly string[], unicode: boolean): string {
  return lines.map((line) => `${unicode ? keepColors(line) : toAscii(keepColors(line))}\n`).join('')
}

const toAscii = (line: string): string => line.replace(/[^\p{ASCII}]/gu, (letter) => asciiFallbacks[letter] ?? '?')

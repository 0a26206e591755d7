import { onlyColours } from '#cli/safe-text'

const folds: Readonly<Record<string, string>> = {
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

/** Lines as a terminal gets them: nothing hidden in them but our colours, and ASCII where it can show no more. */
export function drawn(lines: readonly string[], unicode: boolean): string {
  return lines.map((line) => `${unicode ? onlyColours(line) : ascii(onlyColours(line))}\n`).join('')
}

const ascii = (line: string): string => line.replace(/[^\p{ASCII}]/gu, (letter) => folds[letter] ?? '?')

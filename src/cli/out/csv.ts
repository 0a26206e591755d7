import { sanitize } from '#cli/out/safe-text'

/** RFC 4180 with CRLF. A cell that a spreadsheet would read as a formula is prefixed with a quote mark. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

function formatCell(text: string): string {
  const shown = sanitize(text, 1_000)
  const inert = /^[=+\-@]/.test(shown) && !/^[+-]?\d+(\.\d+)?$/.test(shown) ? `'${shown}` : shown
  return /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

import { safe } from '#cli/safe-text'

/** RFC 4180 with CRLF. A cell that a spreadsheet would take for a formula gets a quote mark in front. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const shown = safe(text, 1_000)
  const inert = /^[=+\-@]/.test(shown) && !/^[+-]?\d+(\.\d+)?$/.test(shown) ? `'${shown}` : shown
  return /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

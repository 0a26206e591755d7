import type { Screen } from '#cli/out/screen'
import { columnsOf, padEnd, padStart } from '#cli/screens/layout/width'

export interface Column {
  readonly title: string
  readonly align?: 'right'
}

/** Rows under their titles, two spaces apart and indented like every screen. Cells are already sanitized. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { paint }: Screen,
): readonly string[] {
  const widths = columns.map(({ title }, i) =>
    Math.max(columnsOf(title), ...rows.map((row) => columnsOf(row[i] ?? ''))),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (columns[i]?.align === 'right' ? padStart : padEnd)(cell, widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return [`  ${paint.dim(line(columns.map(({ title }) => title)))}`, ...rows.map((row) => `  ${line(row)}`)]
}

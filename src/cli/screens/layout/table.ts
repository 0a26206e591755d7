import { wrapText } from '#cli/out/failure'
import type { Screen } from '#cli/out/screen'
import { fitLines } from '#cli/screens/layout/fit'
import { columnsOf, padEnd, padStart } from '#cli/screens/layout/width'

export interface Column {
  readonly title: string
  readonly align?: 'right'
}

/** Spaces between two columns, and before the first. */
const gap = 2
/** The last column of a table is not made narrower than this. */
const minLastColumns = 12
/** From this width on, wrapping it is easier to read than a line of its own. */
const goodLastColumns = 24

/**
 * Rows under their titles, two spaces apart and indented like every screen. Cells are already sanitized. Where the table
 * is wider than the terminal, the words of its last column are wrapped, or its last cell is below the others; where that
 * does not help, each row is stacked: its first cell, then a line for each other cell. Nothing is ever cut.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  screen: Screen,
): readonly string[] {
  const widths = columns.map(({ title }, i) =>
    Math.max(columnsOf(title), ...rows.map((row) => columnsOf(row[i] ?? ''))),
  )
  const whole = widths.reduce((sum, width) => sum + width + gap, 0)
  if (screen.keepsLines || whole <= screen.width) return formatRows(columns, rows, { widths, screen })
  const lastCells = rows.map((row) => row[columns.length - 1] ?? '')
  const last = screen.width - (whole - (widths.at(-1) ?? 0))
  const longestWord = Math.max(0, ...lastCells.flatMap((cell) => cell.split(' ').map(columnsOf)))
  const canWrap = columns.at(-1)?.align !== 'right' && last >= Math.max(minLastColumns, longestWord)
  const fitsBelow =
    columns.length > 2 &&
    whole - (widths.at(-1) ?? 0) - gap <= screen.width &&
    Math.max(0, ...lastCells.map(columnsOf)) + 2 * gap <= screen.width
  if (canWrap && (last >= goodLastColumns || !fitsBelow))
    return formatRows(columns, rows, { widths: [...widths.slice(0, -1), last], screen })
  if (fitsBelow) return formatBelow(columns, rows, { widths, screen })
  return rows.flatMap((row, i) => stackRow(columns, row, { isFirst: i === 0, screen }))
}

interface RowOptions {
  readonly widths: readonly number[]
  readonly screen: Screen
}

function formatRows(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { widths, screen }: RowOptions,
): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, i) => (columns[i]?.align === 'right' ? padStart : padEnd)(cell, widths[i] ?? 0)).join('  ')}`.trimEnd()
  const before = widths.slice(0, -1).map(() => '')
  const title = line(columns.map((column) => column.title)).slice(gap)
  return [
    `  ${screen.paint.dim(title)}`,
    ...rows.flatMap((row) => {
      const [first = '', ...more] = wrapText(row[columns.length - 1] ?? '', widths.at(-1) ?? 0)
      return [line([...row.slice(0, -1), first]), ...more.map((part) => line([...before, part]))]
    }),
  ]
}

/** Two lines for a row: its last cell, such as an address or a path, is on the second. */
function formatBelow(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { widths, screen }: RowOptions,
): readonly string[] {
  const shown = columns.slice(0, -1)
  const [title = '', ...lines] = formatRows(
    shown,
    rows.map((row) => row.slice(0, -1)),
    { widths: widths.slice(0, -1), screen },
  )
  const last = (cell: string): readonly string[] => (cell === '' ? [] : [`    ${cell}`])
  return [
    title,
    `    ${screen.paint.dim(columns.at(-1)?.title ?? '')}`,
    ...lines.flatMap((line, i) => [line, ...last(rows[i]?.[columns.length - 1] ?? '')]),
  ]
}

/** `USDC`, then `HOLDS  5` and so on below it; empty cells are left out. */
function stackRow(
  columns: readonly Column[],
  [first = '', ...rest]: readonly string[],
  { isFirst, screen }: { readonly isFirst: boolean; readonly screen: Screen },
): readonly string[] {
  const { paint, width } = screen
  const names = Math.max(...columns.slice(1).map(({ title }) => columnsOf(title)))
  const lines = rest.flatMap((cell, i) =>
    cell === '' ? [] : [`    ${paint.dim(padEnd(columns[i + 1]?.title ?? '', names))}  ${cell}`],
  )
  return fitLines([...(first === '' ? [] : [...(isFirst ? [] : ['']), `  ${first}`]), ...lines], width)
}

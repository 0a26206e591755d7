import { wrapText } from '#cli/out/failure'
import type { Screen } from '#cli/out/screen'
import { fitLine } from '#cli/screens/layout/fit'
import { columnsOf, padEnd } from '#cli/screens/layout/width'

/** `Sell    10 ETH`: a name and its value. */
export type BlockEntry = readonly [name: string, value: string]

/** The narrowest column of an entry that others follow. */
const minEntryColumns = 28

/**
 * Names in one column, values in the next. A row of several entries is one line; on a `screen` where they do not fit,
 * entries move to lines of their own and long values continue below themselves.
 */
export function formatBlock(
  rows: readonly (readonly BlockEntry[])[],
  width = 8,
  screen?: Pick<Screen, 'width'>,
): readonly string[] {
  return rows.flatMap((row) => {
    const line = formatRow(row, width)
    if (screen === undefined || columnsOf(line) <= screen.width) return [line]
    const [first] = row
    if (row.length === 1 && first?.[0] === '') return wrapEntry(first, { screen, nameWidth: width })
    return splitRow(row, width, screen.width).flatMap((part) =>
      fitLine(formatRow(part, width), Math.max(screen.width, width + 20)),
    )
  })
}

function formatRow(row: readonly BlockEntry[], width: number): string {
  const cells = row.map(([name, value], i) => `${padEnd(name, i === 0 ? width : name.length + 2)}${value}`)
  const spaced = cells.map((cell, i) =>
    i < cells.length - 1 ? padEnd(cell, Math.max(minEntryColumns, columnsOf(cell) + 3)) : cell,
  )
  return `  ${spaced.join('')}`.trimEnd()
}

/** The entries of a row in rows that fit, as far as single entries do. */
function splitRow(row: readonly BlockEntry[], width: number, columns: number): readonly (readonly BlockEntry[])[] {
  const parts: BlockEntry[][] = []
  for (const entry of row) {
    const last = parts.at(-1)
    if (last !== undefined && columnsOf(formatRow([...last, entry], width)) <= columns) last.push(entry)
    else parts.push([entry])
  }
  return parts
}

interface WrapOptions {
  readonly screen: Pick<Screen, 'width'>
  /** Columns of the names. */
  readonly nameWidth: number
  readonly brush?: (text: string) => string
}

/** A one-entry row of {@link formatBlock}, its value broken at spaces to fit the screen. */
export function wrapEntry([name, value]: BlockEntry, { screen, nameWidth, brush }: WrapOptions): readonly string[] {
  const lines = wrapText(value, Math.max(30, screen.width - nameWidth - 2))
  return lines.map((line, i) => `  ${padEnd(i === 0 ? name : '', nameWidth)}${brush?.(line) ?? line}`)
}

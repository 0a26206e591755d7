import { wrapText } from '#cli/out/failure'
import type { Screen } from '#cli/out/screen'
import { columnsOf, padEnd } from '#cli/screens/layout/width'

/** `Sell    10 ETH`: a name and its value. */
export type BlockEntry = readonly [name: string, value: string]

/** Names in one column, values in the next. A row of several entries is one line. */
export function formatBlock(rows: readonly (readonly BlockEntry[])[], width = 8): readonly string[] {
  return rows.map((row) => {
    const cells = row.map(([name, value], i) => `${padEnd(name, i === 0 ? width : name.length + 2)}${value}`)
    const spaced = cells.map((cell, i) =>
      i < cells.length - 1 ? padEnd(cell, Math.max(28, columnsOf(cell) + 3)) : cell,
    )
    return `  ${spaced.join('')}`.trimEnd()
  })
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

import { wrap } from '#cli/out/failure'
import type { Screen } from '#cli/out/screen'
import { columnsOf, padEnd } from '#cli/screens/width'

/** `Sell    10 ETH`: a word and what it is. */
export type Entry = readonly [name: string, value: string]

/** Names in one column, values in the next. A row of several entries stands on one line. */
export function block(rows: readonly (readonly Entry[])[], width = 8): readonly string[] {
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

/** As a row of {@link block} of one entry, its value broken at spaces onto as many lines as the screen takes. */
export function wrappedEntry([name, value]: Entry, { screen, nameWidth, brush }: WrapOptions): readonly string[] {
  const lines = wrap(value, Math.max(30, screen.width - nameWidth - 2))
  return lines.map((line, i) => `  ${padEnd(i === 0 ? name : '', nameWidth)}${brush?.(line) ?? line}`)
}

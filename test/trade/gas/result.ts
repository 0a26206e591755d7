/** The figures of some swaps: what was expected, used, needed and allowed. */
import type { GasRow } from './run.ts'

const round = (value: number): number => Number(value.toFixed(3))

function quantile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  return round(ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN)
}

const spreadOf = (values: readonly number[]) => ({
  p5: quantile(values, 0.05),
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  max: quantile(values, 1),
})

/** A family's swaps: of routes over its pools alone. */
function byFamily(rows: readonly GasRow[]) {
  const families = new Map<string, GasRow[]>()
  for (const row of rows) {
    const [family, ...others] = new Set(row.families)
    if (family === undefined || others.length > 0) continue
    families.set(family, [...(families.get(family) ?? []), row])
  }
  return Object.fromEntries(
    [...families].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, some]) => [name, figuresOf(some)]),
  )
}

function figuresOf(rows: readonly GasRow[]) {
  const still = rows.filter(({ moves, outcome }) => moves === 0 && outcome === 'success')
  const usedByExpected = still.map(({ used, expected }) => used / expected)
  const needed = rows.filter((row): row is GasRow & { need: number } => row.need !== undefined)
  const near = usedByExpected.filter((ratio) => Math.abs(ratio - 1) <= 0.05).length
  return {
    expected: {
      swaps: still.length,
      within5Percent: round(near / still.length),
      usedByExpected: spreadOf(usedByExpected),
    },
    limitByNeed: spreadOf(needed.map(({ payloadLimit, need }) => payloadLimit / need)),
  }
}

export function resultOf(rows: readonly GasRow[]) {
  const count = (test: (row: GasRow) => boolean): number => rows.filter(test).length
  const needed = rows.filter(({ need }) => need !== undefined)
  return {
    swaps: rows.length,
    minedAfterOthersMovedItsPools: count(({ moves }) => moves > 0),
    minedAfterItsRecipientWasEmptied: count(({ isEmptied }) => isEmptied),
    success: count(({ outcome }) => outcome === 'success'),
    revertedByItsMinimum: count(({ outcome }) => outcome === 'reverted'),
    outOfGas: count(({ outcome }) => outcome === 'out-of-gas'),
    ...figuresOf(rows),
    quoteLimitEnough: round(needed.filter(({ isQuoteLimitEnough }) => isQuoteLimitEnough).length / needed.length),
    families: byFamily(rows),
  }
}

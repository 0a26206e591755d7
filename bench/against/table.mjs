/**
 * @import { figuresOf } from '#figures'
 * @typedef {ReturnType<typeof figuresOf>[number]} Figures
 */

/**
 * Text of a figure of `figures.mjs`, by column name; `null` if there is none.
 * @type {Record<string, (row: Figures) => string | number | null | undefined>}
 */
export const columns = {
  runner: (row) => row.runner,
  answered: (row) => `${row.answered}/${row.jobs}`,
  wins: (row) => row.wins,
  lost: (row) => row.lost,
  'behind p50/p90/max': ({ behind }) => list(behind),
  'gap p50/p90/p99/max': ({ gap }) => list(gap),
  'short bounds': (row) =>
    row.boundViolations ? `${row.boundViolations} (${brief(row.boundShort ?? 0)})` : row.boundViolations,
  'ms p50/p95': ({ ms }) => list(ms),
  'and its bound': ({ provenMs }) => list(provenMs),
  'legs p50/max': ({ legs }) => list(legs),
  'claim off': ({ claim }) => list(claim),
  note: (row) =>
    [row.finished ? '' : 'did not finish', row.overCap > 0 ? `${row.overCap} over the cap` : ''].join(' ').trim(),
}

/**
 * The figures as text, a block for each size; in bps except for ms and legs.
 * @param {readonly Figures[]} figures
 */
export function tableOf(figures) {
  const sizes = [...new Set(figures.map(({ usd }) => usd))]
  return sizes
    .map((usd) =>
      block(
        usd,
        figures.filter((row) => row.usd === usd),
      ),
    )
    .join('\n\n')
}

/**
 * @param {number} usd
 * @param {readonly Figures[]} rows
 */
function block(usd, rows) {
  const names = Object.keys(columns)
  const lines = [names, ...rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? '–')))]
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  const text = lines.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [`$${usd.toLocaleString('en')}`, ...text].join('\n')
}

/** @param {Record<string, number> | null} figures */
const list = (figures) => (figures === null ? '–' : Object.values(figures).map(brief).join(' / '))
/** @param {number} value */
export const brief = (value) =>
  Math.abs(value) < 1e-4 && value !== 0 ? value.toExponential(0) : String(Number(value.toPrecision(3)))

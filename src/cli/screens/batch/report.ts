import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { shortAmount, totalsText } from '#cli/screens/batch/plan'
import { wrapEntry } from '#cli/screens/layout/block'
import { type Column, formatTable } from '#cli/screens/layout/table'
import { differenceText, shortUnitsText } from '#cli/screens/layout/text'
import { doneByOther, errorOf, hashOf } from '#cli/views/batch/batch'
import type { BatchReport, RehearsedRow, ReportedRow } from '#domain/trade/batch/batches'
import { isFailedState, isOpen, type RowState, rowStates } from '#domain/trade/batch/state'
import { findNetwork } from '#networks/find'

const columns: readonly Column[] = [
  { title: 'ROW' },
  { title: 'STATE' },
  { title: 'SOLD', align: 'right' },
  { title: 'BOUGHT', align: 'right' },
  { title: 'VS PLAN', align: 'right' },
  { title: 'TRANSACTION' },
]

/** Every row of a run. */
export function reportLines(report: BatchReport, screen: Screen): readonly string[] {
  const rows = report.rows.map((row) => rowCells(row, screen))
  return [...formatTable(columns, rows, screen), '', ...reportSummary(report, screen)]
}

function rowCells(row: ReportedRow, screen: Screen): readonly string[] {
  const { planned, state, intent } = row
  const { order, quote } = planned
  const trade = state === 'done' ? intent?.trade : undefined
  const bought = trade?.bought
  const hash = hashOf(row)
  return [
    sanitize(order.id, 12),
    stateText(state, screen),
    trade === undefined ? '' : shortAmount(trade.sellAmount, order.sell),
    bought === undefined ? '' : shortAmount(bought, order.buy),
    bought === undefined || quote === undefined ? '' : differenceText(bought, quote.amountOut),
    hash === undefined ? '' : `${hash.slice(0, 6)}…${hash.slice(-4)}`,
  ]
}

function stateText(state: RowState, { paint }: Screen): string {
  if (state === 'done') return paint.good(state)
  if (isFailedState(state)) return paint.bad(state)
  return state === 'sent' ? paint.warn(state) : state
}

/** What a run came to in total, and why rows are not done. */
export function reportSummary(report: BatchReport, screen: Screen): readonly string[] {
  const { paint } = screen
  const entry = (name: string, value: string, brush?: (text: string) => string) =>
    wrapEntry([name, value], { screen, nameWidth: 10, ...(brush === undefined ? {} : { brush }) })
  const unfinished = report.rows.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  return [
    ...entry('Batch', `${report.id}${report.isCancelled ? ' (cancelled)' : ''}`),
    ...entry('Rows', countsText(report)),
    ...entry('Sold', totalsText(report.sold)),
    ...entry('Bought', totalsText(report.bought)),
    ...report.gas.flatMap((one) => entry('Gas', gasText(one))),
    ...unfinished.flatMap((row) => {
      const error = errorOf(row)
      if (error === undefined) return []
      const text = `row ${row.planned.order.id}: ${sanitize(error.message, 300)} (${error.code})`
      return entry('Problem', text, row.state === 'sent' ? paint.warn : paint.bad)
    }),
    ...report.rows.flatMap((row) => {
      const known = doneByOther(row)
      return known === undefined ? [] : entry('Note', `row ${row.planned.order.id}: ${known}`)
    }),
    ...nextLines(report, screen),
  ]
}

const countsText = ({ rows, counts }: BatchReport): string =>
  [
    `${counts.done} of ${rows.length} done`,
    ...rowStates.filter((state) => state !== 'done' && counts[state] > 0).map((state) => `${counts[state]} ${state}`),
  ].join(', ')

function gasText({ network, cost }: BatchReport['gas'][number]): string {
  const coin = findNetwork(network).entry?.native ?? { symbol: 'native', decimals: 18 }
  return `${shortUnitsText(cost, coin)} ${coin.symbol} on ${network}`
}

function nextLines({ id, rows, isCancelled }: BatchReport, { paint }: Screen): readonly string[] {
  const isLeft = rows.some(({ state }) => state === 'sent' || (!isCancelled && isOpen(state)))
  return isLeft ? [`  Next      ${paint.next(`swapline batch resume ${id.slice(0, 8)}`)}`] : []
}

export function dryRunLines(rows: readonly RehearsedRow[], screen: Screen): readonly string[] {
  const count = (result: RehearsedRow['result']) => rows.filter((row) => row.result === result).length
  return [
    ...rows
      .filter(({ why }) => why !== undefined)
      .flatMap(({ planned, why, result }) =>
        wrapEntry([sanitize(planned.order.id, 12), `${result}: ${sanitize(why ?? '', 300)}`], {
          screen,
          nameWidth: 14,
        }),
      ),
    `  ${count('simulated')} rows simulated, ${count('built')} built and checked, ${count('failed')} failed. Nothing was signed.`,
  ]
}

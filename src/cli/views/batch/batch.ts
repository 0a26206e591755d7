import { amountView } from '#cli/views/amount'
import { bpsOver } from '#cli/views/trade/intent'
import { formatTime } from '#domain/api/plain'
import { formatDecimal } from '#domain/format-decimal'
import { type JournalTx, purposeOf } from '#domain/journal/swap'
import type { Token } from '#domain/token'
import type { BatchEvent, BatchReport, RehearsedRow, ReportedRow } from '#domain/trade/batch/batches'
import type { BatchPlan } from '#domain/trade/batch/plan'
import type { Hex } from '#domain/units'
import { checksum } from '#text/checksum'
import { noticeView } from './plan.ts'

const amountOrNull = (raw: bigint | undefined, token: Token) => (raw === undefined ? null : amountView(raw, token))

/** The row's failure, or why its transaction reverted. */
export function errorOf({
  failure,
  intent,
  state,
}: ReportedRow): { readonly code: string; readonly message: string } | undefined {
  if (failure !== undefined) return failure
  const purpose: JournalTx | undefined = intent && purposeOf(intent)
  if (purpose === undefined || state === 'done') return undefined
  const { known, receipt } = purpose.conclusion
  return { code: state.toUpperCase(), message: receipt?.reason?.words ?? known }
}

/** The transaction that did what the row is for, or may do it: that of another program if it made the same call. */
export function hashOf({ intent }: Pick<ReportedRow, 'intent'>): Hex | undefined {
  const purpose = intent && purposeOf(intent)
  const { replacedBy } = purpose?.conclusion ?? {}
  return replacedBy?.sameCall === true ? replacedBy.hash : purpose?.hash
}

/** What is known of a row that another program's transaction has done; `undefined` of any other. */
export function doneByOther({ intent, state }: ReportedRow): string | undefined {
  const conclusion = intent && purposeOf(intent)?.conclusion
  return state === 'done' && conclusion?.replacedBy !== undefined ? conclusion.known : undefined
}

export function reportRowView(row: ReportedRow) {
  const { planned, state, intent, gasCost } = row
  const { order, quote, sellAmount } = planned
  const trade = state === 'done' ? intent?.trade : undefined
  const bought = trade?.bought
  const error = errorOf(row)
  return {
    id: order.id,
    network: order.network,
    account: checksum(order.account.address),
    state,
    swapId: intent?.id ?? null,
    hash: hashOf(row) ?? null,
    amount: amountOrNull(sellAmount, order.sell),
    planned: amountOrNull(quote?.amountOut, order.buy),
    sold: amountOrNull(trade?.sellAmount, order.sell),
    bought: amountOrNull(bought, order.buy),
    vsPlanBps: bought === undefined || quote === undefined ? null : bpsOver(bought, quote.amountOut),
    vsQuoteBps: bought === undefined || trade === undefined ? null : bpsOver(bought, trade.quotedOut),
    gasCost: String(gasCost),
    error: error === undefined ? null : { code: error.code, message: error.message },
    note: order.note ?? null,
  }
}

export const reportView = (report: BatchReport) => ({
  kind: 'report' as const,
  id: report.id,
  createdAt: formatTime(report.createdAt),
  cancelled: report.isCancelled,
  counts: { ...report.counts },
  sold: report.sold.map(({ token, amount }) => amountView(amount, token)),
  bought: report.bought.map(({ token, amount }) => amountView(amount, token)),
  gas: report.gas.map(({ network, cost }) => ({ network, cost: String(cost) })),
  rows: report.rows.map(reportRowView),
})

const csvHeader = [
  'id',
  'network',
  'account',
  'state',
  'sell',
  'sold',
  'buy',
  'bought',
  'planned',
  'vs_plan_bps',
  'vs_quote_bps',
  'gas_wei',
  'hash',
  'error',
  'note',
] as const

/** The report as a table; amounts without separators. */
export const reportTable = ({ rows }: BatchReport): readonly (readonly string[])[] => [
  csvHeader,
  ...rows.map((row) => {
    const view = reportRowView(row)
    const { order, quote } = row.planned
    return [
      view.id,
      view.network,
      view.account,
      view.state,
      order.sell.symbol,
      view.sold?.formatted ?? '',
      order.buy.symbol,
      view.bought?.formatted ?? '',
      quote === undefined ? '' : formatDecimal(quote.amountOut, order.buy.decimals),
      String(view.vsPlanBps ?? ''),
      String(view.vsQuoteBps ?? ''),
      view.gasCost,
      view.hash ?? '',
      view.error === null ? '' : `${view.error.code}: ${view.error.message}`,
      view.note ?? '',
    ]
  }),
]

export const dryRunView = (plan: BatchPlan, rows: readonly RehearsedRow[]) => ({
  kind: 'dry-run' as const,
  rows: rows.map(({ planned: { order, quote }, result, why }) => ({
    id: order.id,
    result,
    why: why ?? null,
    planned: amountOrNull(quote?.amountOut, order.buy),
  })),
  warnings: plan.warnings.map(noticeView),
})

/** A line of the event stream; `undefined` for what is no event of a run. */
export function eventView(event: BatchEvent) {
  const base = { kind: 'event' as const }
  switch (event.what) {
    case 'planning':
    case 'begun':
      return undefined
    case 'approving':
      return { ...base, event: event.what, network: event.network, token: event.token }
    case 'started':
      return { ...base, event: event.what, row: event.row }
    case 'signed':
    case 'accepted': {
      const hash = purposeOf(event.intent)?.hash ?? event.intent.transactions.at(-1)?.hash
      return {
        ...base,
        event: event.what,
        row: event.row,
        swapId: event.intent.id,
        ...(hash === undefined ? {} : { hash }),
      }
    }
    case 'waiting':
      return { ...base, event: event.what, row: event.row, until: formatTime(event.until) }
    case 'ended': {
      const { id, state, error, hash } = reportRowView(event.row)
      const more = { ...(hash === null ? {} : { hash }), ...(error === null ? {} : { error }) }
      return { ...base, event: event.what, row: id, state, ...more, done: event.done, total: event.total }
    }
  }
}

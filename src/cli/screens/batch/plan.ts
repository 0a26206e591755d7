import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { wrapEntry } from '#cli/screens/layout/block'
import { type Column, formatTable } from '#cli/screens/layout/table'
import { amountLine, percentText, shortUnitsText, unitsText, upperUnitsText } from '#cli/screens/layout/text'
import type { Token } from '#domain/token'
import {
  type BatchPlan,
  type GasTotal,
  type PlannedApproval,
  type PlannedRow,
  sumPlan,
  type TokenTotal,
} from '#domain/trade/batch/plan'
import { findNetwork } from '#networks/find'

const columns: readonly Column[] = [
  { title: 'ROW' },
  { title: 'NETWORK' },
  { title: 'SELL', align: 'right' },
  { title: 'BUY ABOUT', align: 'right' },
  { title: 'IMPACT', align: 'right' },
]

export const shortAmount = (raw: bigint | undefined, token: Token): string =>
  `${raw === undefined ? '–' : shortUnitsText(raw, token)} ${sanitize(token.symbol, 8)}`

/** Every row of a plan, its approvals, what it costs and brings in total, and what to know about it. */
export function planLines(plan: BatchPlan, screen: Screen): readonly string[] {
  const rows = plan.rows.map((row) => rowCells(row, screen))
  return [...formatTable(columns, rows, screen), '', ...planSummary(plan, screen)]
}

function rowCells({ order, sellAmount, quote }: PlannedRow, { paint }: Screen): readonly string[] {
  return [
    sanitize(order.id, 12),
    sanitize(order.network, 16),
    shortAmount(sellAmount, order.sell),
    quote === undefined ? paint.bad('not possible') : shortAmount(quote.amountOut, order.buy),
    quote?.impact === undefined ? '–' : percentText(quote.impact),
  ]
}

export const totalsText = (totals: readonly TokenTotal[]): string =>
  totals.map(({ token, amount }) => `${amountLine(amount, token)} on ${token.network}`).join(', ') || 'nothing'

export function planSummary(plan: BatchPlan, screen: Screen): readonly string[] {
  const { paint } = screen
  const { sold, bought, gas } = sumPlan(plan)
  const entry = (name: string, value: string, brush?: (text: string) => string) =>
    wrapEntry([name, value], { screen, nameWidth: 10, ...(brush === undefined ? {} : { brush }) })
  const problems = plan.rows.filter(({ problem }) => problem !== undefined)
  return [
    ...entry('Rows', `${plan.rows.length}${problems.length === 0 ? '' : `, ${problems.length} of them not possible`}`),
    ...entry('Sell', totalsText(sold)),
    ...entry('Buy', `about ${totalsText(bought)}`),
    ...gas.flatMap((one) => entry('Gas', gasText(one))),
    ...plan.approvals.flatMap((one) => entry('Approve', approvalText(one))),
    ...problems.flatMap(({ order, problem }) =>
      entry('Problem', `row ${order.id}: ${sanitize(problem?.message ?? '', 300)}`, paint.bad),
    ),
    ...plan.warnings.flatMap(({ message }) => entry('Warning', sanitize(message, 300), paint.warn)),
  ]
}

function gasText({ network, expected, max }: GasTotal): string {
  const coin = findNetwork(network).entry?.native ?? { symbol: 'native', decimals: 18 }
  return `about ${shortUnitsText(expected, coin, 3)} ${coin.symbol}, at most ${upperUnitsText(max, coin)} ${coin.symbol} on ${network}`
}

const approvalText = ({ token, amount, before, transactions, account: { name } }: PlannedApproval): string =>
  transactions === 0
    ? `${unitsText(before, token)} ${sanitize(token.symbol, 24)} of ${name} are approved already on ${token.network}`
    : `exactly ${amountLine(amount, token)} of ${name} on ${token.network} in ${transactions === 1 ? 'one transaction' : 'two transactions'}`

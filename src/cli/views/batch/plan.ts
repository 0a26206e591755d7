import { schemaId } from '#cli/out/schema-id'
import type { Json } from '#cli/out/types'
import { amountView, tokenView } from '#cli/views/amount'
import { formatTime } from '#domain/api/plain'
import type { BatchOrder } from '#domain/trade/batch/order'
import {
  type BatchPlan,
  type PlanNotice,
  type PlannedApproval,
  type PlannedQuote,
  type PlannedRow,
  sumPlan,
} from '#domain/trade/batch/plan'
import { checksum } from '#text/checksum'

/** A plan as its file shows it, without its id. */
export function planView(plan: BatchPlan) {
  const { sold, bought, gas } = sumPlan(plan)
  return {
    schema: schemaId('batch-plan-file'),
    createdAt: formatTime(plan.createdAt),
    rows: plan.rows.map(plannedRowView),
    approvals: plan.approvals.map(approvalView),
    totals: {
      sold: sold.map(({ token, amount }) => amountView(amount, token)),
      bought: bought.map(({ token, amount }) => amountView(amount, token)),
      gas: gas.map(({ network, expected, max }) => ({ network, expected: String(expected), max: String(max) })),
    },
    warnings: plan.warnings.map(noticeView),
  } satisfies Json
}

export const noticeView = ({ code, message, row }: PlanNotice) => ({
  code,
  message,
  ...(row === undefined ? {} : { row }),
})

const accountView = ({ name, address }: BatchOrder['account']) => ({ name, address: checksum(address) })

function plannedRowView({ order, sellAmount, quote, problem }: PlannedRow) {
  const { amount, minimumOut, notBefore, note } = order
  return {
    id: order.id,
    line: order.line,
    network: order.network,
    account: accountView(order.account),
    sell: tokenView(order.sell),
    buy: tokenView(order.buy),
    amount: 'raw' in amount ? { raw: String(amount.raw) } : { sharePpm: Number(amount.share) },
    ...(minimumOut === undefined ? {} : { minOut: String(minimumOut) }),
    slippagePpm: Number(order.slippage),
    maxImpactPpm: Number(order.maxImpact),
    to: checksum(order.to),
    approve: order.approve,
    after: order.after,
    ...(notBefore === undefined ? {} : { notBefore: formatTime(notBefore) }),
    deadlineSeconds: order.deadlineSeconds,
    ...(note === undefined ? {} : { note }),
    ...(sellAmount === undefined ? {} : { sellAmount: amountView(sellAmount, order.sell) }),
    ...(quote === undefined ? {} : { quote: quoteView(quote, order) }),
    ...(problem === undefined ? {} : { problem: { code: problem.code, message: problem.message } }),
  }
}

const quoteView = (quote: PlannedQuote, { buy }: BatchOrder) => ({
  block: quote.block,
  amountOut: amountView(quote.amountOut, buy),
  minimumOut: amountView(quote.minimumOut, buy),
  impactPpm: quote.impact === undefined ? null : Number(quote.impact),
  lossToEarlierPpm: Number(quote.lossToEarlier),
  expectedGasCost: String(quote.expectedGasCost),
  maxGasCost: String(quote.maxGasCost),
  pools: quote.pools.map(checksum),
})

const approvalView = (approval: PlannedApproval) => ({
  network: approval.network,
  account: accountView(approval.account),
  token: tokenView(approval.token),
  spender: checksum(approval.spender),
  amount: String(approval.amount),
  before: String(approval.before),
  transactions: approval.transactions,
  expectedGasCost: String(approval.expectedGasCost),
  maxGasCost: String(approval.maxGasCost),
})

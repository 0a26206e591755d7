/**
 * What a plan's file says in two places has to agree: its id proves that nothing was damaged, not who wrote it. The
 * summary and `--max-spend` read the one, the run reads the other.
 */
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { computeMinimumOut } from '#domain/quotes/minimum-out'
import type { Token } from '#domain/token'
import { type BatchOrder, laneOf } from '#domain/trade/batch/order'
import { type ApprovalSum, type BatchPlan, type PlannedRow, sumApprovals } from '#domain/trade/batch/plan'

/** @throws `BATCH_PLAN_CHANGED` with the first thing that no plan of this program says */
export function requireConsistent(path: string, { rows, approvals }: Pick<BatchPlan, 'rows' | 'approvals'>): void {
  const reason = findRowMistake(rows) ?? findApprovalMistake(rows, approvals)
  if (reason !== undefined) throw fail('BATCH_PLAN_CHANGED', { path, reason })
}

function findRowMistake(rows: readonly PlannedRow[]): string | undefined {
  const earlier = new Set<string>()
  for (const row of rows) {
    const { id } = row.order
    const mistake = describePlace(row.order, earlier) ?? describeAmounts(row)
    if (mistake !== undefined) return `row ${id} ${mistake}`
    earlier.add(id)
  }
  return undefined
}

/** A row that comes after itself, after a later one or after none that exists would never begin. */
function describePlace({ id, after }: BatchOrder, earlier: ReadonlySet<string>): string | undefined {
  if (earlier.has(id)) return 'is there twice'
  const missing = after.find((one) => !earlier.has(one))
  return missing === undefined ? undefined : `comes after row ${missing}, which is not before it`
}

/** A row of a share of the balance sells what its plan says at most; any other one exactly what it asks for. */
function describeAmounts({ order, sellAmount, quote, problem }: PlannedRow): string | undefined {
  if ('raw' in order.amount && order.amount.raw !== sellAmount)
    return `sells ${say(order.amount.raw, order.sell)}, and is shown to sell ${say(sellAmount ?? 0n, order.sell)}`
  if ((quote === undefined) === (problem === undefined)) return 'needs either a quote or a problem'
  if (quote === undefined) return undefined
  if (sellAmount === undefined) return 'has a quote, and sells nothing'
  if (quote.minimumOut < computeMinimumOut(quote, order)) return 'has a minimum below its output less its slippage'
  return undefined
}

/** Approvals are given as the rows need them, whatever the file says: what is shown has to be that. */
function findApprovalMistake(rows: readonly PlannedRow[], approvals: BatchPlan['approvals']): string | undefined {
  const needed = new Map(sumApprovals(rows).map((sum) => [keyOf(sum), sum]))
  for (const { token, ...approval } of approvals) {
    const sum = needed.get(keyOf({ token, ...approval }))
    if (sum?.amount !== approval.amount)
      return `it approves ${say(approval.amount, token)}, and its rows sell ${say(sum?.amount ?? 0n, token)} with that approval`
    needed.delete(keyOf({ token, ...approval }))
  }
  const [missing] = needed.values()
  return missing && `its rows sell ${say(missing.amount, missing.token)}, and no approval of it is shown`
}

const say = (raw: bigint, { decimals, symbol }: Token): string => `${formatDecimal(raw, decimals)} ${symbol}`

const keyOf = ({ token, ...lane }: Pick<ApprovalSum, 'token'> & Pick<BatchOrder, 'network' | 'account'>): string =>
  `${laneOf(lane)}:${lane.account.name}:${token.address}`

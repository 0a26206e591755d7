import { findGasCost } from '#app/trade/batch/gas-cost'
import { listLeftovers } from '#app/trade/batch/leftovers'
import { type Intent, transactionOf } from '#domain/journal/swap'
import type { BatchRecord, BatchReport, ReportedRow, StoredRow } from '#domain/trade/batch/batches'
import { type PlannedApproval, sumTokens } from '#domain/trade/batch/plan'
import { concludeRow, type RowState, rowStates } from '#domain/trade/batch/state'
import type { Trader } from '#domain/trade/trader'
import { type NetworkName, type Wei, wei } from '#domain/units'

type FindByKey = Pick<Trader, 'findByKey'>

/** A run as the journal's evidence shows it; no chain is asked. */
export async function buildReport(trader: FindByKey, record: BatchRecord): Promise<BatchReport> {
  const rows: ReportedRow[] = []
  for (const planned of record.plan.rows) {
    const memory = memoryOf(record, planned.order.id)
    const intent = await trader.findByKey(memory.key)
    const state = concludeRow(intent, memory)
    const gasCost = await findGasCost(trader, intent)
    rows.push({ planned, state, failure: failureOf(state, memory), intent, gasCost })
  }
  const approvals = await findApprovalIntents(trader, record)
  return {
    id: record.id,
    createdAt: record.createdAt,
    isCancelled: record.cancelledAt !== undefined,
    plan: record.plan,
    limits: record.limits,
    rows,
    counts: countStates(rows),
    sold: sumTokens(rows.flatMap(({ state, intent }) => soldOf(state, intent))),
    bought: sumTokens(rows.flatMap(({ state, intent }) => boughtOf(state, intent))),
    gas: sumGas([
      ...rows.map(({ planned, gasCost }) => ({ network: planned.order.network, cost: gasCost })),
      ...(await listOtherCosts(trader, record)),
    ]),
    leftovers: listLeftovers({ plan: record.plan, rows, approvals }),
  }
}

/** What is remembered of a row. @throws RangeError for a row that the run does not have */
export function memoryOf({ id, memory }: BatchRecord, row: string): StoredRow {
  const found = memory.get(row)
  if (found === undefined) throw new RangeError(`batch ${id} has no row ${row}`)
  return found
}

/** An earlier failure is history once the swap is signed. */
const failureOf = (state: RowState, { failure }: StoredRow) => (state === 'failed' ? failure : undefined)

const countStates = (rows: readonly ReportedRow[]): BatchReport['counts'] =>
  Object.fromEntries(rowStates.map((state) => [state, rows.filter((row) => row.state === state).length])) as Record<
    RowState,
    number
  >

function soldOf(state: RowState, intent: Intent | undefined) {
  const trade = state === 'done' ? intent?.trade : undefined
  return trade === undefined ? [] : [{ token: trade.sell, amount: trade.sellAmount }]
}

function boughtOf(state: RowState, intent: Intent | undefined) {
  const trade = state === 'done' ? intent?.trade : undefined
  return trade?.bought === undefined ? [] : [{ token: trade.buy, amount: trade.bought }]
}

interface IntentCost {
  readonly network: NetworkName
  /** Of its intent. */
  readonly key: string
  readonly cost: Wei
}

/** What a run pays for beside its rows: its approvals, and what rows had signed before they were changed or removed. */
export async function listOtherCosts(trader: FindByKey, record: BatchRecord): Promise<readonly IntentCost[]> {
  const costs: IntentCost[] = []
  for (const intent of await findOtherIntents(trader, record))
    costs.push({ network: intent.network, key: intent.key, cost: await findGasCost(trader, intent) })
  return costs
}

export async function findOtherIntents(trader: FindByKey, record: BatchRecord): Promise<readonly Intent[]> {
  const former = await Promise.all(record.formerKeys.map((key) => trader.findByKey(key)))
  return [...(await findApprovalIntents(trader, record)), ...former.filter((intent) => intent !== undefined)]
}

function sumGas(parts: readonly { network: NetworkName; cost: bigint }[]): BatchReport['gas'] {
  const sums = new Map<NetworkName, bigint>()
  for (const { network, cost } of parts) sums.set(network, (sums.get(network) ?? 0n) + cost)
  return [...sums].map(([network, cost]) => ({ network, cost: wei(cost) }))
}

type ApprovalTarget = Pick<PlannedApproval, 'network' | 'account' | 'token'>

/** The key of a run's n-th approval of a token, from 1. */
export const approvalKey = (id: string, { network, account, token }: ApprovalTarget, n: number): string =>
  `batch:${id}:approve:${network}:${account.address}:${token.address}:${n}`

/** Every approval that a run has opened. */
async function findApprovalIntents(trader: FindByKey, { id, plan }: BatchRecord): Promise<readonly Intent[]> {
  const found: Intent[] = []
  for (const approval of plan.approvals)
    for (let n = 1; ; n++) {
      const intent = await trader.findByKey(approvalKey(id, approval, n))
      if (intent === undefined) break
      found.push(intent)
    }
  return found
}

/**
 * The key for the next approval of a token: an approval that may still be mined is followed by its key; one that is
 * settled was not sufficient, so another one is needed.
 */
export async function nextApprovalKey(trader: FindByKey, id: string, target: ApprovalTarget): Promise<string> {
  for (let n = 1; ; n++) {
    const key = approvalKey(id, target, n)
    const tx = await trader.findByKey(key).then((intent) => intent && transactionOf(intent, 'approve'))
    const isSettled = tx !== undefined && (tx.conclusion.depth > 0 || tx.conclusion.isFinal)
    if (!isSettled) return key
  }
}

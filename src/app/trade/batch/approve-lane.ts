import type { BatchRunContext } from '#app/trade/batch/context'
import type { GasAllowance } from '#app/trade/batch/gas-allowance'
import { findGasCost } from '#app/trade/batch/gas-cost'
import { nextApprovalKey } from '#app/trade/batch/report'
import { createRowDialogue } from '#app/trade/batch/row-dialogue'
import { attempt } from '#app/trade/batch/run-row'
import { transactionOf } from '#domain/journal/swap'
import type { BatchObserver, BatchRecord, RunOptions } from '#domain/trade/batch/batches'
import { type ApprovalSum, type PlannedRow, sumApprovals } from '#domain/trade/batch/plan'
import type { RowFailure } from '#domain/trade/batch/state'
import type { Dialogue } from '#domain/trade/dialogue'
import type { ApproveRequest } from '#domain/trade/trader'
import { amount } from '#domain/units'

interface ApprovalRun {
  readonly record: BatchRecord
  readonly options: Pick<RunOptions, 'confirmations'>
  readonly gas: GasAllowance
  readonly observer: BatchObserver
  /** Ends when nothing more is to begin. */
  readonly stop: AbortSignal
}

/** How long an approval is followed: it has no deadline, so it is never void. */
const patienceSeconds = 900

/**
 * Approves what the open rows of a lane sell, token by token, each token once and exactly: the rows then need no
 * approvals of their own. An approval that an earlier process signed is followed first.
 * @returns the failure of each row whose token could not be approved
 */
export async function approveLane(
  context: BatchRunContext,
  run: ApprovalRun,
  rows: readonly PlannedRow[],
): Promise<ReadonlyMap<string, RowFailure>> {
  const failures = new Map<string, RowFailure>()
  for (const sum of sumApprovals(rows)) {
    if (run.stop.aborted) break
    const { network, token } = sum
    run.observer.tell({ what: 'approving', network, token: token.symbol })
    const failure = (await settleSigned(context, run, sum)) ?? (await approveSum(context, run, sum))
    if (failure === undefined) continue
    for (const { order } of rows)
      if (order.approve === 'exact' && order.sell.address === token.address) failures.set(order.id, failure)
  }
  return failures
}

/**
 * Follows an approval that was signed before and may still be mined. Only then is the next one of the token an intent with
 * a key of its own, under which its gas counts.
 * @returns the failure if it is still open
 */
async function settleSigned(
  context: BatchRunContext,
  run: ApprovalRun,
  sum: ApprovalSum,
): Promise<RowFailure | undefined> {
  const { trader } = context
  const { id } = run.record
  const key = await nextApprovalKey(trader, id, sum)
  const signed = await trader.findByKey(key)
  if (signed === undefined || transactionOf(signed, 'approve') === undefined) return undefined
  const limits = { confirmations: 1, timeoutSeconds: patienceSeconds }
  const failure = await attempt(() => trader.follow(signed, limits, createApprovalDialogue(context, run, sum, key)))
  run.gas.record(sum.network, key, await findGasCost(trader, await trader.findByKey(key)))
  return (await nextApprovalKey(trader, id, sum)) === key ? failure : undefined
}

async function approveSum(
  context: BatchRunContext,
  run: ApprovalRun,
  sum: ApprovalSum,
): Promise<RowFailure | undefined> {
  const { trader } = context
  const { network, account, token } = sum
  const key = await nextApprovalKey(trader, run.record.id, sum)
  const request: ApproveRequest = {
    account: account.name,
    of: { network, token, amount: amount(sum.amount), key },
    max: false,
    permit: false,
    reset: 'auto',
    confirmations: 1,
    timeoutSeconds: patienceSeconds,
    wait: true,
  }
  const failure = await attempt(() => trader.approve(request, createApprovalDialogue(context, run, sum, key)))
  run.gas.record(network, key, await findGasCost(trader, await trader.findByKey(key)))
  return failure
}

function createApprovalDialogue(
  { store, trader }: BatchRunContext,
  { record: { id }, gas, observer }: ApprovalRun,
  { network }: ApprovalSum,
  key: string,
): Dialogue {
  return createRowDialogue({ network, key, gas, batch: id, isCancelled: () => store.isCancelled(id), trader }, observer)
}

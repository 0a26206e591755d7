import type { BatchRunContext } from '#app/trade/batch/context'
import type { GasAllowance } from '#app/trade/batch/gas-allowance'
import { sumApprovals } from '#app/trade/batch/plan'
import { nextApprovalKey } from '#app/trade/batch/report'
import { createRowDialogue } from '#app/trade/batch/row-dialogue'
import { attempt } from '#app/trade/batch/run-row'
import type { BatchObserver, BatchRecord, RunOptions } from '#domain/trade/batch/batches'
import type { PlannedRow } from '#domain/trade/batch/plan'
import { type RowFailure, sumGasCost } from '#domain/trade/batch/state'
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
    const { network, account, token } = sum
    run.observer.tell({ what: 'approving', network, token: token.symbol })
    const key = await nextApprovalKey(context.trader, run.record.id, sum)
    const batch = { batch: run.record.id, isCancelled: () => context.store.isCancelled(run.record.id) }
    const dialogue = createRowDialogue({ network, key, gas: run.gas, ...batch }, run.observer)
    const failure = await attempt(() =>
      context.trader.approve(
        {
          account: account.name,
          of: { network, token, amount: amount(sum.amount), key },
          max: false,
          permit: false,
          reset: 'auto',
          confirmations: 1,
          timeoutSeconds: patienceSeconds,
          wait: true,
        },
        dialogue,
      ),
    )
    run.gas.record(network, key, sumGasCost(await context.trader.findByKey(key)))
    if (failure === undefined) continue
    for (const { order } of rows)
      if (order.approve === 'exact' && order.sell.address === token.address) failures.set(order.id, failure)
  }
  return failures
}
